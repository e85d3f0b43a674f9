# gpualloc: `make demo` shows it at work, `make test` passes the tests.
# Everything that is built goes to build/.

BUILD   ?= build
CC      ?= cc
PREFIX  ?= /usr/local
VERSION := 0.1.0

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wpointer-arith -Wundef -Wvla -Wwrite-strings
CFLAGS   ?= -O2 -g
# What every file of ours is compiled with, whatever CFLAGS says.
BASE     := -std=c11 -D_GNU_SOURCE -DGPUALLOC_VERSION='"$(VERSION)"' -I. \
            $(WARNINGS) -fPIC -fvisibility=hidden -fno-strict-aliasing -pthread
COMPILE   = $(CC) $(BASE) $(CFLAGS) -MMD -MP

LIB_SRC := $(wildcard pool/*.c remap/*.c shim/*.c shim/*.S)
LIB_OBJ := $(patsubst %,$(BUILD)/obj/%.o,$(LIB_SRC))
POOL_OBJ := $(patsubst %,$(BUILD)/obj/%.o,$(wildcard pool/*.c))

.PHONY: all install clean
.DELETE_ON_ERROR:
.SUFFIXES:

all: $(BUILD)/libgpualloc.so

$(BUILD)/obj/%.c.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(BUILD)/obj/%.S.o: %.S
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# No symbol version may stand on what we export (an anonymous version script),
# and nothing but libc may be needed.
$(BUILD)/libgpualloc.so: $(LIB_OBJ) shim/exports.map
	$(COMPILE) -shared -o $@ $(LIB_OBJ) -Wl,--version-script=shim/exports.map \
	    -Wl,-Bsymbolic -Wl,-z,defs -Wl,-z,now -Wl,-soname,libgpualloc.so

# By rename, so that a program that starts meanwhile never maps half a file.
install: $(BUILD)/libgpualloc.so
	install -d $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	install -m 644 shim/gpualloc.h $(DESTDIR)$(PREFIX)/include/gpualloc.h
	install -m 755 $< $(DESTDIR)$(PREFIX)/lib/.libgpualloc.so.new
	mv -f $(DESTDIR)$(PREFIX)/lib/.libgpualloc.so.new \
	    $(DESTDIR)$(PREFIX)/lib/libgpualloc.so

clean:
	rm -rf $(BUILD)

include $(wildcard tests/*.mk tests/*/*.mk scripts/*.mk)
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
