#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

/* cuMemAlloc of version 2000 takes 32 bits of size and gives 32 bits of
 * address: nothing behind them may be written. */

typedef int ask_function(const char *, void **, int, uint64_t, int *);
typedef int old_function(uint32_t *out, unsigned size);

int main(void)
{
    struct {
        uint32_t ptr, guard;
    } answer = {0, 0x5eed5eed};
    void *found = NULL;
    void *library = dlopen("libcuda.so.1", RTLD_LAZY);
    ask_function *ask = (ask_function *)dlsym(library, "cuGetProcAddress_v2");
    const int rc = ask("cuMemAlloc", &found, 2000, 0, NULL);
    printf("ask %d %s\n", rc,
           found == dlsym(library, "cuMemAlloc") ? "the old one" : "another");
    ((old_function *)found)(&answer.ptr, 4096);
    printf("guard %x\n", (unsigned)answer.guard);
    return 0;
}
