# Memory that is freed while work on it is queued: never handed out too early.

TEST_BINARIES += $(BUILD)/tests/test_frees

$(BUILD)/tests/random_frees: tests/frees/random_frees.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -L$(BUILD)/sim -l:libcuda.so.1

$(BUILD)/tests/test_frees: tests/frees/test_frees.c \
    | $(BUILD)/tests/random_frees $(BUILD)/libgpualloc.so
	@mkdir -p $(@D)
	$(COMPILE) -DBUILD_DIRECTORY='"$(abspath $(BUILD))"' -o $@ $< -lcriterion
