# The shim's tests, file by file, and the stress programs beside them.

# The checked objects of everything but the stub that would answer the tests'
# own dlsym. The wrappers are linked, since reports need their table, but a
# program exports nothing that a vendor's library could find.
UNIT_SHIM := $(patsubst %,$(BUILD)/checked/%.o,$(wildcard pool/*.c shim/*.c))
UNIT_SRC  := $(addprefix tests/test_,$(addsuffix .c,\
    line values path footprint request settings settings_complaints complaint \
    ledger region_map tally alloc elf library arena arena_aside \
    arena_places arena_stats host_memory))
UNIT_OBJ  := $(patsubst %,$(BUILD)/checked/%.o,$(UNIT_SRC))
FAKES     := $(BUILD)/tests/fake
# A library of its own, found by its own name beside the program.
FAKE_LIBS := $(FAKES)/libcuda.so.1 $(FAKES)/libcuda-lacking.so.1 \
             $(FAKES)/libversions.so $(FAKES)/libsysv.so
# Not as RUNPATH, which counts for the caller of dlopen alone: under a sanitizer
# that is the sanitizer.
LINK_FAKES := -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/fake' -ldl

TEST_BINARIES   += $(BUILD)/tests/test_shim
UNIT_STRESS     := $(addprefix $(BUILD)/tests/stress_,ledger region_map arena)
STRESS_PROGRAMS += $(UNIT_STRESS)

UNIT_FAKES := $(addprefix $(BUILD)/checked/tests/,fake_process.c.o \
    fake_environment.c.o fake_memory.c.o)
# The host's memory runs out where a test asks for it.
LINK_MEMORY := -Wl,--wrap=calloc,--wrap=aligned_alloc,--wrap=mmap,--wrap=mremap

$(BUILD)/tests/test_shim: $(UNIT_OBJ) $(UNIT_FAKES) $(UNIT_SHIM) | $(FAKE_LIBS) \
                          $(FAKES)/locale/made
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -lcriterion $(LINK_FAKES) $(LINK_MEMORY)

$(UNIT_STRESS): $(BUILD)/tests/stress_%: $(BUILD)/checked/tests/stress_%.c.o \
                $(BUILD)/checked/tests/stress.c.o \
                $(BUILD)/checked/tests/fake_process.c.o $(UNIT_SHIM) | \
                $(FAKES)/libcuda.so.1
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ $(LINK_FAKES)

$(FAKES)/libcuda.so.1: tests/fake_cuda.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -Wl,-soname,libcuda.so.1 -o $@ $<

# A driver that cannot say how large the device is.
$(FAKES)/libcuda-lacking.so.1: tests/fake_cuda.c
	@mkdir -p $(@D)
	$(COMPILE) -DLACKS_MEM_INFO -shared \
	    -Wl,-soname,libcuda-lacking.so.1 -o $@ $<

# One function in two versions.
$(FAKES)/libversions.so: tests/fake_versions.c tests/fake_versions.map
	@mkdir -p $(@D)
	$(COMPILE) -shared -Wl,-soname,libversions.so.7 \
	    -Wl,--version-script=tests/fake_versions.map -o $@ $<

# Without the GNU hash table, as objects of older linkers are.
$(FAKES)/libsysv.so: tests/fake_versions.c
	@mkdir -p $(@D)
	$(COMPILE) -DWITHOUT_VERSIONS -shared -Wl,--hash-style=sysv -o $@ $<

# Locales in which programs write a comma for a point, and i is not the small
# letter of I. Where they cannot be made their tests say so and are skipped.
$(FAKES)/locale/made:
	@mkdir -p $(@D)
	-localedef -i de_DE -f UTF-8 $(@D)/de_DE.UTF-8
	-localedef -i tr_TR -f UTF-8 $(@D)/tr_TR.UTF-8
	touch $@
