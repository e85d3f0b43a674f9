# Small programs under the preload, against the simulated libraries and some
# that are made for one fact each.

TEST_BINARIES += $(BUILD)/tests/test_preload

PRELOAD := $(BUILD)/tests/preload
PRELOAD_TEST_OBJ := $(patsubst %,$(BUILD)/preload/%.o,\
    tests/test_doors.c tests/test_doors_others.c tests/test_routes.c \
    tests/test_rules.c tests/test_log.c tests/test_log_levels.c \
    tests/test_bad_input.c tests/test_bad_vendor.c tests/test_fork_exit.c \
    tests/test_objects.c \
    $(addprefix tests/preload/,run.c scratch.c lines.c))

$(BUILD)/preload/%.c.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -DBUILD_DIRECTORY='"$(abspath $(BUILD))"' -c $< -o $@

# A program of steps for each door.
STEPS_SRC := $(addprefix tests/preload/,steps.c steps_memory.c steps_device.c \
    steps_process.c)
STEPS_DEF := $(wildcard tests/preload/*.def tests/preload/*.h)
STEPS_PROGRAMS := $(addprefix $(PRELOAD)/steps_,\
    cudart12 cudart13 hip5 hip6 hip7 static lookup cuda driver)

$(STEPS_PROGRAMS): $(STEPS_SRC) $(STEPS_DEF) $(wildcard tests/preload/gpu_*.c) \
    | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $(STEPS_SRC) $(STEPS_GPU) -L$(BUILD)/sim $(STEPS_LINK)

$(PRELOAD)/steps_static: $(BUILD)/sim/libcudart_static.a

$(PRELOAD)/steps_%: STEPS_GPU = tests/preload/gpu_linked.c
$(PRELOAD)/steps_cudart12: STEPS_LINK = -l:libcudart.so.12
$(PRELOAD)/steps_cudart13: STEPS_LINK = -l:libcudart.so.13
$(PRELOAD)/steps_static:   STEPS_LINK = -l:libcudart_static.a -ldl
$(PRELOAD)/steps_hip%:     STEPS_LINK = -DVENDOR_HIP \
    -l:libamdhip64.so.$(@:$(PRELOAD)/steps_hip%=%)
$(PRELOAD)/steps_lookup:   STEPS_GPU = tests/preload/gpu_lookup.c
$(PRELOAD)/steps_cuda:     STEPS_GPU = tests/preload/gpu_driver.c
$(PRELOAD)/steps_cuda:     STEPS_LINK = -DLINKED_DRIVER -l:libcuda.so.1
$(PRELOAD)/steps_driver:   STEPS_GPU = tests/preload/gpu_driver.c

# Programs that need nothing but libc.
PRELOAD_PLAIN := $(addprefix $(PRELOAD)/,who two_majors load_plugins \
    old_version)

$(PRELOAD_PLAIN): $(PRELOAD)/%: tests/preload/%.c
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $<

$(PRELOAD)/no_vendor: tests/preload/no_vendor.c
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -Wl,-z,dynamic-undefined-weak

# Programs and plug-ins that are linked to one library.
$(PRELOAD)/dl_errors: tests/preload/dl_errors.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -L$(BUILD)/sim -l:libcudart.so.12

$(PRELOAD)/libplugin%.so: tests/preload/plugin.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -o $@ $< -L$(BUILD)/sim \
	    -l:libcudart.so.$*

$(PRELOAD)/libplugin_early.so: tests/preload/plugin.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -DRUNS_EARLY -fvisibility=default -shared -o $@ $< \
	    -L$(BUILD)/sim -l:libcudart.so.12

$(PRELOAD)/libucm.so.0: tests/preload/plugin_ucm.c
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -o $@ $<

# Programs on what they are linked to, each by its name and the library's.
PRELOAD_LINKED := $(addprefix $(PRELOAD)/,own_pool_hip6 threads_cudart12 \
    threads_hip6 fork_cycles_cudart12 fork_cycles_hip6 \
    fork_cycles_lookup exit_frees_cudart12 \
    exit_frees_cuda exit_frees_hip6 late_frees_cuda late_frees_hip6)

$(PRELOAD)/lib/liblast.so: tests/preload/last.c tests/preload/last.h
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -Wl,-soname,$(@F) -o $@ $<

$(PRELOAD)/%_cudart12: tests/preload/%.c tests/preload/gpu_linked.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $(filter %.c,$^) -L$(BUILD)/sim -l:libcudart.so.12

$(PRELOAD)/%_hip6: tests/preload/%.c tests/preload/gpu_linked.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -DVENDOR_HIP -o $@ $(filter %.c,$^) -L$(BUILD)/sim \
	    -l:libamdhip64.so.6 $(BEHIND)

$(PRELOAD)/%_lookup: tests/preload/%.c tests/preload/gpu_lookup.c
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $(filter %.c,$^)

$(PRELOAD)/%_cuda: tests/preload/%.c tests/preload/gpu_driver.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -DLINKED_DRIVER -o $@ $(filter %.c,$^) -L$(BUILD)/sim \
	    -l:libcuda.so.1 $(BEHIND)

$(PRELOAD)/late_frees_cuda $(PRELOAD)/late_frees_hip6: \
    BEHIND = -Wl,--no-as-needed -L$(PRELOAD)/lib -llast \
    -Wl,-rpath,'$$ORIGIN/lib'
$(PRELOAD)/late_frees_cuda $(PRELOAD)/late_frees_hip6: \
    | $(PRELOAD)/lib/liblast.so
$(PRELOAD_LINKED): $(STEPS_DEF)

$(PRELOAD)/mixed_frees: tests/preload/mixed_frees.c | sim
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $< -L$(BUILD)/sim -l:libcudart.so.12 -l:libcuda.so.1

# Other preloads.
$(PRELOAD)/libinterposer.so: tests/preload/interposer.c
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -o $@ $<

$(PRELOAD)/libdlsym_wrapper.so: tests/preload/dl_wrapper.c
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -o $@ $<

$(PRELOAD)/libdlsym_answerer.so: tests/preload/dl_wrapper.c
	@mkdir -p $(@D)
	$(COMPILE) -DANSWERS -fvisibility=default -shared -o $@ $<

$(PRELOAD)/libmalloc_wrapper.so: tests/preload/malloc_wrapper.c
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -fno-builtin -shared -o $@ $<

$(PRELOAD)/libdlvsym_wrapper.so: tests/preload/dl_wrapper.c $(BUILD)/obj/shim/elf.c.o
	@mkdir -p $(@D)
	$(COMPILE) -DWRAPS_DLVSYM -fvisibility=default -shared -o $@ $^

# Stand-ins for what the simulated libraries are not. Each has a directory of
# its own, since a program finds it by the vendor's name.
PRELOAD_MAJORS := $(addprefix $(PRELOAD)/majors/libcudart.so.,11.0 12 13)
PRELOAD_STAND_INS := $(PRELOAD_MAJORS) $(PRELOAD)/inner/libcuda.so.1 \
    $(PRELOAD)/libown_functions.so

$(PRELOAD_MAJORS): $(PRELOAD)/majors/libcudart.so.%: tests/preload/stand_in_cudart.c
	@mkdir -p $(@D)
	$(COMPILE) -DMARK=0x$(basename $*) -shared -Wl,-soname,$(@F) -o $@ $<

$(PRELOAD)/inner/libcuda.so.1: tests/preload/stand_in_cuda.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -Wl,-soname,$(@F) -o $@ $<

$(PRELOAD)/libown_functions.so: tests/preload/own_functions.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -o $@ $<

$(PRELOAD)/majors/libplugin%.so: tests/preload/plugin.c \
    | $(PRELOAD)/majors/libcudart.so.%
	@mkdir -p $(@D)
	$(COMPILE) -fvisibility=default -shared -o $@ $< -L$(@D) \
	    -l:libcudart.so.$*

$(PRELOAD)/inner_calls: tests/preload/inner_calls.c \
    | $(PRELOAD)/inner/libcuda.so.1
	$(COMPILE) -o $@ $< -L$(PRELOAD)/inner -l:libcuda.so.1

PRELOAD_PROGRAMS := $(STEPS_PROGRAMS) $(PRELOAD_PLAIN) $(PRELOAD_LINKED) \
    $(PRELOAD_STAND_INS) $(PRELOAD)/mixed_frees \
    $(addprefix $(PRELOAD)/,no_vendor dl_errors inner_calls libucm.so.0 \
    libplugin12.so libplugin13.so libplugin_early.so majors/libplugin11.0.so \
    majors/libplugin12.so libinterposer.so libdlsym_wrapper.so \
    libdlvsym_wrapper.so libdlsym_answerer.so libmalloc_wrapper.so)

$(BUILD)/tests/test_preload: $(PRELOAD_TEST_OBJ) \
    $(BUILD)/obj/shim/objects.c.o | $(PRELOAD_PROGRAMS) \
    $(BUILD)/libgpualloc.so
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -lcriterion
