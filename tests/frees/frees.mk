# Memory that is freed while work on it is queued: never handed out too early.

FREES := $(foreach program,race random_frees retry,\
    $(BUILD)/tests/$(program)_cuda $(BUILD)/tests/$(program)_hip)
TEST_BINARIES += $(BUILD)/tests/test_frees

$(FREES): LINK_GPU = -L$(BUILD)/sim -l:$(if $(filter %_hip,$@),libamdhip64.so.7,libcuda.so.1)
$(BUILD)/tests/%_cuda: tests/frees/%.c tests/frees/gpu_cuda.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ $(LINK_GPU)

$(BUILD)/tests/%_hip: tests/frees/%.c tests/frees/gpu_hip.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ $(LINK_GPU)

$(BUILD)/tests/capture_cuda: tests/frees/capture_cuda.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -L$(BUILD)/sim -l:libcuda.so.1

$(BUILD)/tests/test_frees: tests/frees/test_frees.c \
    | $(FREES) $(BUILD)/tests/capture_cuda $(BUILD)/libgpualloc.so
	@mkdir -p $(@D)
	$(COMPILE) -DBUILD_DIRECTORY='"$(abspath $(BUILD))"' -o $@ $< -lcriterion
