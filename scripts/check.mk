# `make check`: what every commit passes. Each name is a script check-NAME.

CHECKS := sizes includes format readme exports tidy compilers asan ubsan tsan

.PHONY: check readme list-stress

check: $(BUILD)/libgpualloc.so
	@scripts/install-needs check
	@BUILD=$(BUILD) scripts/check $(CHECKS)

list-stress:
	@echo $(STRESS_PROGRAMS)

readme:
	@scripts/entries-table --in-readme > README.md.new
	@mv -f README.md.new README.md
