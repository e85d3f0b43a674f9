# `make bench`: ratios measured in one run, in units of glibc's malloc+free of
# 64 KiB. Table and plot go to build/bench/.

.PHONY: bench

BENCH_CALLS := $(addprefix $(BUILD)/bench/,bench_calls bench_threads)

$(BENCH_CALLS): $(BUILD)/bench/%: tests/bench/%.c | sim
	@mkdir -p $(@D)
	$(CC) $(BASE) -O2 -o $@ $< -L$(BUILD)/sim -l:libcudart.so.12

# For the plot.
$(BUILD)/bench/venv/bin/python:
	@mkdir -p $(@D)
	python3 -m venv $(BUILD)/bench/venv
	$@ -m pip install -q matplotlib

bench:
	@scripts/install-needs bench
	@$(MAKE) --no-print-directory -s $(BUILD)/libgpualloc.so sim \
	    $(BENCH_CALLS) $(BENCH_BINARIES) $(BUILD)/bench/venv/bin/python
	@$(BUILD)/bench/venv/bin/python tests/bench/bench.py $(BUILD)
