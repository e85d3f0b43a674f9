# `make bench`: ratios measured in one run, in units of glibc's malloc+free of
# 64 KiB. The table goes to build/bench/.

.PHONY: bench

$(BUILD)/bench/bench_calls: tests/bench/bench_calls.c | sim
	@mkdir -p $(@D)
	$(CC) $(BASE) -O2 -o $@ $< -L$(BUILD)/sim -l:libcudart.so.12

bench: $(BUILD)/libgpualloc.so $(BUILD)/bench/bench_calls
	python3 tests/bench/bench.py $(BUILD)
