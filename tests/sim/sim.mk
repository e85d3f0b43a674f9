# The simulated CUDA libraries: `make sim` builds all simulated libraries.

SIM_CUDA_OBJ := $(patsubst %,$(BUILD)/obj/tests/sim/%.c.o,\
    cuda_array cuda_context cuda_context_state cuda_copy cuda_copy_block \
    cuda_device cuda_error cuda_event cuda_exports cuda_graph cuda_memory \
    cuda_module cuda_pointer cuda_pool cuda_procaddr cuda_stream cuda_virtual)

sim: $(SIM)/libcuda.so.1

$(SIM)/libcuda.so.1: $(SIM_CUDA_OBJ) $(SIM_CORE_OBJ)
	@mkdir -p $(@D)
	$(COMPILE) $(SIM_LINK) -Wl,-soname,$(@F) -o $@ $^
	ln -sf $(@F) $(@D)/libcuda.so
