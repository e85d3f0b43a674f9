# Programs from PyPI, Debian and the CUDA toolkit under the preload. What is not
# installed is not built, and scripts/test-clients says so.

CUDA_HOME ?= /usr/local/cuda

CLIENTS_BUILD   := $(BUILD)/clients
CLIENTS_TELLING := $(BUILD)/obj/tests/clients/telling.c.o
CLIENTS_CUDART  := $(CUDA_HOME)/lib64/libcudart.so.13
CLIENTS_HIP     := $(firstword $(wildcard /usr/lib/*/libamdhip64.so.5))

ifneq ($(CLIENTS_HIP),)
CLIENTS += $(CLIENTS_BUILD)/debian_hip
endif
ifneq ($(wildcard $(CLIENTS_CUDART)),)
CLIENTS += $(CLIENTS_BUILD)/toolkit_cudart $(CLIENTS_BUILD)/toolkit_cudart_static \
    $(CLIENTS_BUILD)/simulated_cudart_static
endif

$(CLIENTS_BUILD)/debian_hip: tests/clients/debian_hip.c $(CLIENTS_TELLING)
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $(filter %.c %.o %.a,$^) $(CLIENTS_HIP)

$(CLIENTS_BUILD)/toolkit_cudart: tests/clients/toolkit_cudart.c $(CLIENTS_TELLING)
	@mkdir -p $(@D)
	$(COMPILE) -isystem $(CUDA_HOME)/include -o $@ $(filter %.c %.o %.a,$^) $(CLIENTS_CUDART)

$(CLIENTS_BUILD)/toolkit_cudart_static: tests/clients/toolkit_cudart.c $(CLIENTS_TELLING)
	@mkdir -p $(@D)
	$(COMPILE) -isystem $(CUDA_HOME)/include -o $@ $(filter %.c %.o %.a,$^) \
	    $(CUDA_HOME)/lib64/libcudart_static.a -ldl -lrt -lpthread

# The same source and headers, and the simulated runtime.
$(CLIENTS_BUILD)/simulated_cudart_static: tests/clients/toolkit_cudart.c $(CLIENTS_TELLING) $(BUILD)/sim/libcudart_static.a
	@mkdir -p $(@D)
	$(COMPILE) -isystem $(CUDA_HOME)/include -o $@ $(filter %.c %.o %.a,$^) -ldl -lpthread

.PHONY: test-clients
test-clients: $(BUILD)/libgpualloc.so sim $(CLIENTS)
	cd tests/clients && python3 -B -m unittest -q harness.test_harness
	scripts/test-clients --build $(BUILD)
