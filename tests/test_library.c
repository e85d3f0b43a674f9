#include "shim/library.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void expect_match(enum library library, const char *basename)
{
    for (int other = 0; other < LIBRARY_COUNT; other++)
        cr_expect(library_matches((enum library)other, basename) ==
                      ((enum library)other == library),
                  "%s and library %d", basename, other);
}

static void expect_none(const char *basename)
{
    expect_match(LIBRARY_COUNT, basename);
}

/* Load a library from beside the program; its handle. */
static void *load(const char *name, int flags)
{
    void *handle = dlopen(name, RTLD_NOW | flags);
    cr_assert_not_null(handle, "%s", dlerror());
    return handle;
}

Test(library, is_known_by_its_name_and_major)
{
    expect_match(LIBRARY_CUDA, "libcuda.so.1");
    expect_match(LIBRARY_CUDA, "libcuda.so");
    expect_match(LIBRARY_CUDA, "libcuda.so.550.54.15");
    expect_match(LIBRARY_CUDART, "libcudart.so.12");
    expect_match(LIBRARY_CUDART, "libcudart.so.11.0");
    expect_match(LIBRARY_AMDHIP, "libamdhip64.so.6");
    expect_match(LIBRARY_AMDHIP, "libamdhip64.so.7.0.0");
}

Test(library, is_known_by_the_name_that_a_framework_gives_its_copy)
{
    expect_match(LIBRARY_CUDART, "libcudart-d0da41ae.so.11.0");
    expect_match(LIBRARY_CUDA, "libcuda-0123abcd.so.1");
    expect_match(LIBRARY_AMDHIP, "libamdhip64-5d1ff6b1.so");
}

Test(library, is_not_what_is_only_named_alike)
{
    expect_none("libcudadevrt.so");
    expect_none("libcudadevrt.a");
    expect_none("libcudart_static.a");
    expect_none("libcudart_static.so");
    expect_none("libcudadebugger.so.1");
    expect_none("libcudnn.so.9");
    expect_none("libamdhip64_other.so.6");
    expect_none("libamdhip.so.6");
    expect_none("mylibcuda.so.1");
    expect_none("libcud");
    expect_none("libcuda");
    expect_none("libcuda.sock");
    expect_none("libcuda.socket.1");
    expect_none("libcuda-notes.txt");
    expect_none("LIBCUDA.SO.1");
    expect_none("");
}

Test(library, holds_its_functions)
{
    const struct link_map *libc = library_of((const void *)strtoull);

    cr_assert_not_null(libc);
    cr_expect(strncmp(library_basename(libc), "libc.so.", 8) == 0, "%s",
              library_basename(libc));
}

Test(library, holds_no_address_that_is_mapped_by_nobody)
{
    int local;

    cr_expect_null(library_of(NULL));
    cr_expect_null(library_of((const void *)8));
    cr_expect_null(library_of(&local));
}

Test(library, leaves_the_last_error_of_the_loader_alone)
{
    dlerror();
    dlsym(RTLD_DEFAULT, "no function has this name");

    library_of((const void *)strtoull);
    library_of(NULL);

    cr_expect_not_null(dlerror());
}

Test(library, of_the_program_has_the_name_of_the_program)
{
    const struct link_map *map = library_of((const void *)library_matches);

    cr_assert_not_null(map);
    cr_expect_str_eq(library_basename(map), program_invocation_short_name);
}

Test(library, has_no_copy_before_it_is_loaded)
{
    const struct link_map *copies[2];

    cr_expect(eq(sz, library_copies(LIBRARY_CUDA, copies, 2), 0));
    cr_expect(eq(sz, library_copies(LIBRARY_CUDART, copies, 2), 0));
}

Test(library, has_its_copies_in_load_order)
{
    const struct link_map *copies[3] = {0};
    struct link_map *second = load("libcuda-lacking.so.1", RTLD_LOCAL);
    struct link_map *first = load("libcuda.so.1", RTLD_LOCAL);

    const size_t count = library_copies(LIBRARY_CUDA, copies, 3);

    cr_assert(eq(sz, count, 2));
    cr_expect(eq(ptr, (void *)copies[0], second));
    cr_expect(eq(ptr, (void *)copies[1], first));
    cr_expect_null(copies[2]);
}

Test(library, has_more_copies_than_there_is_room_for)
{
    const struct link_map *copies[2] = {0};
    load("libcuda.so.1", RTLD_LOCAL);
    load("libcuda-lacking.so.1", RTLD_LOCAL);

    const size_t count = library_copies(LIBRARY_CUDA, copies, 1);

    cr_expect(eq(sz, count, 2));
    cr_expect_not_null(copies[0]);
    cr_expect_null(copies[1]);
}

Test(library, is_chosen_by_the_name_that_its_user_was_linked_against)
{
    const struct link_map *user = library_of((const void *)library_matches);
    const struct link_map *libc = library_of((const void *)strtoull);
    const struct link_map *fake = load("libcuda.so.1", RTLD_LOCAL);
    const struct link_map *both[] = {fake, libc};

    cr_expect(eq(ptr, (void *)library_needed_by(user, both, 2), (void *)libc));
    cr_expect(eq(ptr, (void *)library_needed_by(fake, both, 2), (void *)libc));
    cr_expect_null(library_needed_by(user, both, 1));
    cr_expect_null(library_needed_by(libc, both, 2));
}

Test(library, stays_mapped_once_it_is_pinned)
{
    const struct link_map *copies[1];
    void *handle = load("libcuda.so.1", RTLD_LOCAL);
    void *function = dlsym(handle, "cuMemAlloc_v2");

    library_pin(library_of(function));
    dlclose(handle);
    dlclose(handle); /* once too often */

    cr_expect(eq(sz, library_copies(LIBRARY_CUDA, copies, 1), 1));
    cr_expect_not_null(library_of(function));
}

Test(library, goes_when_it_is_closed_unless_it_is_pinned)
{
    const struct link_map *copies[1];
    void *handle = load("libcuda.so.1", RTLD_LOCAL);

    dlclose(handle);

    cr_expect(eq(sz, library_copies(LIBRARY_CUDA, copies, 1), 0));
}
