# The simulated hardware that every vendor's library is linked from.

SIM := $(BUILD)/sim
SIM_CORE_OBJ := $(patsubst %,$(BUILD)/obj/tests/sim/%.c.o,\
    call capture copy device event fill graph handle memory memory_file \
    mempool mempool_attribute op physical settings share stream stream_default \
    stream_wait stream_work stream_worker vmm work)
# Inner calls must not come back through a preload.
SIM_LINK := -shared -Wl,-Bsymbolic -Wl,-z,defs -Wl,-z,now -Wl,-z,nodelete

.PHONY: sim
