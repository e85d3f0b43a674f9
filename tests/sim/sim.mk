# The simulated CUDA libraries: `make sim` builds all simulated libraries.

SIM_CUDA_OBJ := $(patsubst %,$(BUILD)/obj/tests/sim/%.c.o,\
    cuda_array cuda_context cuda_context_primary cuda_context_stack \
    cuda_context_state cuda_copy cuda_copy_block cuda_device cuda_error \
    cuda_event cuda_exports cuda_graph cuda_memory cuda_module cuda_pointer \
    cuda_pool cuda_procaddr cuda_stream cuda_virtual)

sim: $(SIM)/libcuda.so.1

$(SIM)/libcuda.so.1: $(SIM_CUDA_OBJ) $(SIM_CORE_OBJ)
	@mkdir -p $(@D)
	$(COMPILE) $(SIM_LINK) -Wl,-soname,$(@F) -o $@ $^
	ln -sf $(@F) $(@D)/libcuda.so

# The runtime is one source: majors 12 and 13 differ in a few layouts and
# signatures, and the static library hides its symbols.
SIM_CUDART_SRC := cudart_array cudart_copy cudart_device cudart_exports cudart_graph \
    cudart_memory cudart_pool cudart_state cudart_stream call settings
SIM_CUDART_KINDS := 12 13 static
sim_cudart_obj = $(SIM_CUDART_SRC:%=$(BUILD)/obj/cudart-$(1)/%.c.o)

$(BUILD)/obj/cudart-12/%.c.o: tests/sim/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DCUDART_MAJOR=12 -c $< -o $@

$(BUILD)/obj/cudart-13/%.c.o: tests/sim/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DCUDART_MAJOR=13 -c $< -o $@

$(BUILD)/obj/cudart-static/%.c.o: tests/sim/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DCUDART_MAJOR=13 -DCUDART_STATIC -c $< -o $@

SIM_CUDA := $(SIM)/libcuda.so.1 $(SIM)/libcudart.so.12 \
    $(SIM)/libcudart.so.13 $(SIM)/libcudart_static.a
sim: $(SIM_CUDA)

$(SIM)/libcudart.so.12: $(call sim_cudart_obj,12)
$(SIM)/libcudart.so.13: $(call sim_cudart_obj,13)
$(SIM)/libcudart.so.%:
	@mkdir -p $(@D)
	echo '$(@F) { global: cuda*; local: *; };' > $@.map
	$(COMPILE) $(SIM_LINK) -Wl,-soname,$(@F) -Wl,--version-script=$@.map \
	    -o $@ $^

# One object, so that only the runtime's own names can meet the program's.
$(SIM)/libcudart_static.a: $(call sim_cudart_obj,static)
	@mkdir -p $(@D)
	$(LD) -r -o $(BUILD)/obj/cudart-static/all.o $^
	objcopy -w --keep-global-symbol='cuda*' $(BUILD)/obj/cudart-static/all.o
	rm -f $@
	$(AR) rcs $@ $(BUILD)/obj/cudart-static/all.o

# Tests find the libraries beside themselves. The runtime's search for the
# driver is its own, hence the tag that reaches through it.
SIM_TESTS := $(BUILD)/tests/test_sim_cuda $(BUILD)/tests/test_sim_cudart
TEST_BINARIES += $(SIM_TESTS)

$(BUILD)/tests/test_sim_cuda: $(patsubst %,$(BUILD)/obj/%.o,\
    $(wildcard tests/test_sim_cuda.c tests/test_sim_cuda_*.c))
# In use after the driver has been torn down.
SIM_LATE := $(BUILD)/tests/late/liblate_call.so

$(SIM_LATE): $(BUILD)/obj/tests/sim/late_call.c.o
	@mkdir -p $(@D)
	$(COMPILE) -shared -o $@ $^

$(BUILD)/tests/test_sim_cuda: | $(SIM_LATE)
$(BUILD)/tests/test_sim_cudart: $(BUILD)/obj/tests/test_sim_cudart.c.o \
    $(SIM)/libcudart_static.a
$(SIM_TESTS): | $(filter %.1 %.12 %.13,$(SIM_CUDA))
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -Wl,-rpath,'$$ORIGIN/../sim:$$ORIGIN/late' \
	    -Wl,--disable-new-dtags -lcriterion

SIM_STRESS := $(BUILD)/tests/stress_sim
STRESS_PROGRAMS += $(SIM_STRESS)

$(SIM_STRESS): $(BUILD)/obj/tests/sim/stress_sim.c.o \
    $(BUILD)/obj/tests/stress.c.o | $(SIM)/libcuda.so.1
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -Wl,-rpath,'$$ORIGIN/../sim' \
	    -Wl,--disable-new-dtags -ldl

# The own declarations against the vendor's, where these are installed.
CUDA_INCLUDE ?= /usr/local/cuda/include
ABI_CHECK     = $(CC) $(BASE) -Wno-missing-prototypes -fsyntax-only

.PHONY: check-abi-cuda
check-abi-cuda:
	$(ABI_CHECK) tests/sim/abi_cuda.c
	$(ABI_CHECK) tests/sim/abi_cudart.c
	@if [ -f $(CUDA_INCLUDE)/cuda.h ]; then set -ex; \
	    $(ABI_CHECK) -DVENDOR_HEADERS -isystem $(CUDA_INCLUDE) tests/sim/abi_cuda.c; \
	    $(ABI_CHECK) -DVENDOR_HEADERS -isystem $(CUDA_INCLUDE) tests/sim/abi_cudart.c; \
	else \
	    echo "check-abi-cuda: skipped, no cuda.h in $(CUDA_INCLUDE)"; \
	fi

.PHONY: check-abi
check-abi: check-abi-cuda
