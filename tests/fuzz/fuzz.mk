# `make fuzz`: the pool under libFuzzer, FUZZ_SECONDS long. What it finds to be
# new goes to the build folder; tests/fuzz/corpus is the small seed.

FUZZ_SECONDS ?= 600
FUZZ_CC      ?= clang
FUZZ_FLAGS   := -O1 -g -fsanitize=fuzzer,address,undefined \
                -fno-sanitize-recover=undefined -DGPUALLOC_CHECKED

$(BUILD)/fuzz/fuzz_pool: tests/fuzz/fuzz_pool.c $(wildcard pool/*.[ch])
	@mkdir -p $(@D)
	$(FUZZ_CC) $(BASE) $(FUZZ_FLAGS) -o $@ $(filter %.c,$^)

.PHONY: fuzz
fuzz: $(BUILD)/fuzz/fuzz_pool
	@mkdir -p $(BUILD)/fuzz/found
	$< -max_total_time=$(FUZZ_SECONDS) -max_len=1025 -len_control=10 -timeout=10 \
	    -print_final_stats=1 -artifact_prefix=$(BUILD)/fuzz/ \
	    $(BUILD)/fuzz/found tests/fuzz/corpus
