#include "tests/sim/cuda_testing.h"

#include <sys/wait.h>
#include <unistd.h>

/* The end of the process, and its children. */

/* As in tests/sim/late_call.c. */
struct late_call {
    CUresult (*function)(CUdeviceptr argument);
    CUdeviceptr argument;
};

Test(sim_cuda, calls_after_the_teardown_answer_deinitialised,
     .exit_code = 4 /* what the late call is answered */)
{
    boot(NULL, NULL);
    CUdeviceptr ptr = must_alloc(4096);
    void *library = dlopen("liblate_call.so", RTLD_NOW);
    cr_assert(ne(ptr, library, NULL));

    struct late_call *late = dlsym(library, "late_call");
    *late = (struct late_call){CU(cuMemFree_v2), ptr};

    exit(0);
}

/* The code that the call has in a child of this process. */
static int code_in_child(CUresult (*call)(void))
{
    int how;
    pid_t child = fork();
    if (child == 0)
        _exit((int)call());
    waitpid(child, &how, 0);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static CUresult allocate(void)
{
    CUdeviceptr ptr;
    return CU(cuMemAlloc_v2)(&ptr, 1);
}

static CUresult synchronise(void)
{
    return CU(cuCtxSynchronize)();
}

static CUresult initialise(void)
{
    return CU(cuInit)(0);
}

static CUresult destroy_graph(void)
{
    return CU(cuGraphDestroy)(NULL);
}

Test(sim_cuda, a_child_of_a_fork_is_not_initialised_and_cannot_be)
{
    boot(NULL, NULL);

    cr_expect(eq(int, code_in_child(allocate), CUDA_ERROR_NOT_INITIALIZED));
    cr_expect(eq(int, code_in_child(synchronise), CUDA_ERROR_NOT_INITIALIZED));
    cr_expect(eq(int, code_in_child(initialise), CUDA_ERROR_NOT_INITIALIZED));
    cr_expect(
        eq(int, code_in_child(destroy_graph), CUDA_ERROR_NOT_INITIALIZED));
    must_alloc(1);
}

static CUresult start_anew(void)
{
    CUcontext context;
    CUresult result = CU(cuInit)(0);
    if (result == CUDA_SUCCESS)
        result = CU(cuCtxCreate_v2)(&context, 0, 0);
    return result == CUDA_SUCCESS ? allocate() : result;
}

Test(sim_cuda, a_child_may_start_what_its_parent_has_not)
{
    cr_expect(zero(int, code_in_child(start_anew)));
}
