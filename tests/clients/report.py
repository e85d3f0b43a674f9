"""What the programs here print, one line a call, and the bytes they write."""

import sys


def alloc(name, code, size, ptr):
    """How much was asked for, where it is (None: nowhere), the code."""
    place = [] if ptr is None else [f"ptr={int(ptr):#x}"]
    print("alloc", name, f"size={size}", *place, f"rc={int(code)}")


def free(name, code, ptr):
    print("free", name, f"ptr={int(ptr or 0):#x}", f"rc={int(code)}")


def call(name, code):
    """A call that neither allocates nor frees."""
    print("call", name, f"rc={int(code)}")


def query(name, code, *answers):
    """A call whose answers must be the same each time."""
    print(
        "query", name, *(str(answer) for answer in answers), f"rc={int(code)}"
    )


def check(what, is_right):
    print("check", what, "yes" if is_right else "NO")
    if not is_right:
        sys.exit(f"{what}: wrong")


def pattern(size, seed):
    """`size` bytes that no other seed gives."""
    unit = bytes((seed * 37 + 7 * i) % 251 for i in range(251))
    return (unit * (size // 251 + 1))[:size]
