# The pool's tests, and the replay of recorded sequences.

# Checked objects assert what callers promise; they stay apart from those that
# go into the library.
POOL_CHECKED  := $(patsubst %,$(BUILD)/checked/%.o,$(wildcard pool/*.c))
POOL_TEST_SRC := $(wildcard tests/test_pool*.c tests/pool_*.c)
POOL_TEST_OBJ := $(patsubst %,$(BUILD)/checked/%.o,$(POOL_TEST_SRC))
TEST_BINARIES += $(BUILD)/tests/test_pool

$(BUILD)/checked/%.c.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -DGPUALLOC_CHECKED -c $< -o $@

$(BUILD)/tests/test_pool: $(POOL_TEST_OBJ) $(POOL_CHECKED)
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -lcriterion

$(BUILD)/bfc-replay: $(BUILD)/obj/tests/bfc_replay.c.o \
                     $(BUILD)/obj/tests/pool_vector.c.o $(POOL_OBJ)
	$(COMPILE) -o $@ $^
