# libamdhip64: compiled once, linked for each major with its version and its
# symbol versions.

HIP_OBJ := $(patsubst %,$(BUILD)/obj/%.o,\
    $(filter-out tests/sim/hip_version.c,$(wildcard tests/sim/hip_*.c)))
# The parts of hip_functions.def.
HIP_TABLE := $(patsubst %,tests/sim/hip_%.def,device memory copy stream)
HIP_LIB := $(foreach major,5 6 7,$(SIM)/libamdhip64.so.$(major))

sim: $(HIP_LIB) $(SIM)/libamdhip64.so

# The newest release whose functions a major has.
HIP_NEWEST_5 := 502
HIP_NEWEST_6 := 604
HIP_NEWEST_7 := 702
# What AMD brought later and put under an old version.
HIP_LACKS_5 := hipChooseDeviceR0000 hipEventRecord_spt \
    hipGetDevicePropertiesR0000 hipPointerSetAttribute hipStreamGetDevice

$(BUILD)/obj/tests/sim/hip_version.%.o: tests/sim/hip_version.c
	@mkdir -p $(@D)
	$(COMPILE) -DHIP_MAJOR=$* -DHIP_NEWEST=$(HIP_NEWEST_$*) -c $< -o $@

$(BUILD)/obj/tests/sim/hip.%.map: tests/sim/hip_map.awk $(HIP_TABLE) \
    tests/sim/hip.mk
	@mkdir -p $(@D)
	awk -v newest=$(HIP_NEWEST_$*) -v lacks='$(HIP_LACKS_$*)' -f $< \
	    $(HIP_TABLE) >$@

$(HIP_LIB): $(SIM)/libamdhip64.so.%: $(HIP_OBJ) $(SIM_CORE_OBJ) \
    $(BUILD)/obj/tests/sim/hip_version.%.o $(BUILD)/obj/tests/sim/hip.%.map
	@mkdir -p $(@D)
	$(COMPILE) $(SIM_LINK) -o $@ $(filter %.o,$^) -Wl,-soname,$(@F) \
	    -Wl,--version-script=$(filter %.map,$^)

# The name that clients from PyPI open.
$(SIM)/libamdhip64.so: $(SIM)/libamdhip64.so.7
	ln -sf $(<F) $@

# The tests load them from where they were built.
HIP_TEST_OBJ := $(patsubst %,$(BUILD)/obj/%.o,$(wildcard tests/test_sim_hip*.c))
TEST_BINARIES += $(BUILD)/tests/test_sim_hip

$(BUILD)/tests/test_sim_hip: $(HIP_TEST_OBJ) | $(HIP_LIB)
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $^ -lcriterion
