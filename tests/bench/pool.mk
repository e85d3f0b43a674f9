# What the pool costs: see tests/bench/bench_pool.c.

BENCH_BINARIES += $(BUILD)/bench/bench_pool

$(BUILD)/bench/bench_pool: $(BUILD)/obj/tests/bench/bench_pool.c.o \
                           $(BUILD)/obj/tests/bench/pool_work.c.o \
                           $(BUILD)/obj/tests/pool_trace.c.o $(POOL_OBJ)
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -lm
