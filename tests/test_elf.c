#include "shim/elf.h"

#include "shim/library.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct link_map *libc_map(void)
{
    return library_of((const void *)strtoull);
}

static const struct link_map *load(const char *name)
{
    const struct link_map *map = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(map, "%s", dlerror());
    return map;
}

/* The functions that libc defines, one a line as `name`, by another reader of
 * its tables. */
static FILE *names_in(const struct link_map *map)
{
    char command[4096];
    snprintf(command, sizeof(command),
             "readelf --dyn-syms -W '%s' | awk '$4 == \"FUNC\" && "
             "$7 != \"UND\" && $8 ~ /^[^@]*(@@.*)?$/ { sub(/@.*/, \"\", $8); "
             "print $8 }'",
             map->l_name);
    return popen(command, "r");
}

Test(elf, finds_every_function_of_libc_where_dlsym_does)
{
    void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    FILE *names = names_in(libc_map());
    char name[256];
    unsigned count = 0;

    for (; fscanf(names, "%255s", name) == 1; count++)
        cr_expect(elf_function(libc_map(), name) == dlsym(libc, name), "%s",
                  name);
    pclose(names);

    cr_expect(gt(uint, count, 2000));
}

Test(elf, finds_nothing_that_the_object_only_uses)
{
    const struct link_map *fake = load("libcuda.so.1");

    cr_expect_not_null(elf_function(fake, "cuMemAlloc_v2"));
    cr_expect_null(elf_function(fake, "pthread_mutex_lock"));
}

Test(elf, finds_nothing_that_is_not_there)
{
    cr_expect_null(elf_function(libc_map(), "no_function_has_this_name"));
    cr_expect_null(elf_function(libc_map(), "strtoul_"));
    cr_expect_null(elf_function(libc_map(), ""));
}

Test(elf, finds_no_data)
{
    cr_expect_null(elf_function(libc_map(), "environ"));
    cr_expect_null(elf_function(load("libversions.so"), "number"));
}

Test(elf, finds_no_function_that_is_chosen_at_load_time)
{
    /* Its symbol stands for the function that chooses. */
    cr_expect_null(elf_function(libc_map(), "memcpy"));
}

Test(elf, finds_the_default_of_two_versions)
{
    const struct link_map *map = load("libversions.so");

    int (*pick)(void) = elf_function(map, "pick");

    cr_assert_not_null((void *)pick);
    cr_expect(eq(int, pick(), 2));
}

Test(elf, finds_no_function_whose_versions_are_all_hidden)
{
    const struct link_map *map = load("libversions.so");

    cr_expect_not_null(dlvsym((void *)map, "retired", "FAKE_1.0"));
    cr_expect_null(elf_function(map, "retired"));
}

Test(elf, finds_no_function_that_the_object_keeps_to_itself)
{
    cr_expect_null(elf_function(load("libversions.so"), "secret"));
    cr_expect_null(elf_function(load("libsysv.so"), "secret"));
}

Test(elf, finds_functions_by_the_older_hash_table)
{
    const struct link_map *map = load("libsysv.so");

    int (*plain)(void) = elf_function(map, "plain");
    int (*pick)(void) = elf_function(map, "pick");

    cr_assert_not_null((void *)plain);
    cr_assert_not_null((void *)pick);
    cr_expect(eq(int, plain(), 1));
    cr_expect(eq(int, pick(), 9));
    cr_expect_null(elf_function(map, "number"));
    cr_expect_null(elf_function(map, "no_function_has_this_name"));
}

Test(elf, survives_an_object_without_tables)
{
    ElfW(Dyn) nothing[] = {{.d_tag = DT_NULL}};
    const struct link_map bare = {0}, empty = {.l_ld = nothing};

    cr_expect_null(elf_function(&bare, "plain"));
    cr_expect_null(elf_function(&empty, "plain"));
    cr_expect_null(elf_soname(&empty));
}

Test(elf, knows_an_object_by_its_own_name)
{
    cr_expect_str_eq(elf_soname(libc_map()), "libc.so.6");
    cr_expect_str_eq(elf_soname(load("libversions.so")), "libversions.so.7");
    cr_expect_null(elf_soname(load("libsysv.so")));
}

static bool count_needed(void *context, const char *name)
{
    unsigned *count = context;
    cr_expect(strstr(name, ".so") != NULL, "%s", name);
    ++*count;
    return true;
}

static bool stop_at_once(void *context, const char *name)
{
    return count_needed(context, name) && false;
}

static bool note_libc(void *context, const char *name)
{
    bool *is_found = context;
    *is_found |= strcmp(name, "libc.so.6") == 0;
    return true;
}

Test(elf, visits_what_an_object_was_linked_against)
{
    const struct link_map *program = library_of((const void *)elf_function);
    bool is_found = false;

    elf_for_each_needed(program, note_libc, &is_found);

    cr_expect(is_found);
}

Test(elf, visits_no_more_once_it_is_told_to_stop)
{
    const struct link_map *program = library_of((const void *)elf_function);
    unsigned all = 0, until_told = 0;

    elf_for_each_needed(program, count_needed, &all);
    elf_for_each_needed(program, stop_at_once, &until_told);

    cr_expect(gt(uint, all, 1));
    cr_expect(eq(uint, until_told, 1));
}
