# The tool at work on a recorded training run.

.PHONY: demo
demo:
	@scripts/install-needs demo
	@echo building the library and the simulated GPUs
	@$(MAKE) --no-print-directory -s $(BUILD)/libgpualloc.so sim
	@scripts/demo --build $(BUILD)
