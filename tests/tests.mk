# `make test`: every test binary, and one line over all.
#
# A fragment adds what it builds to TEST_BINARIES (Criterion) or STRESS_PROGRAMS
# (plain programs that a thread sanitizer can run). The lists are complete only
# when a recipe runs, hence the makes within.

.PHONY: test binaries run-tests

test:
	@scripts/install-needs test
	@echo building
	@$(MAKE) --no-print-directory -s binaries
	@$(MAKE) --no-print-directory run-tests

binaries:
	@$(MAKE) --no-print-directory all sim $(BUILD)/bfc-replay \
	    $(TEST_BINARIES) $(STRESS_PROGRAMS)

# SKIP_TESTS: names of binaries that a check cannot use.
run-tests:
	@scripts/run-tests \
	    $(filter-out $(SKIP_TESTS:%=$(BUILD)/tests/%),$(TEST_BINARIES))
