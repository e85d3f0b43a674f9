#include "tests/preload/gpu.h"

/* A program that is linked to its vendor's runtime, as most are. */

#ifdef VENDOR_HIP
#define NAME_OF(cuda, hip) hip
#else
#define NAME_OF(cuda, hip) cuda
#endif

#define GPU(member, cuda, hip, parameters) int NAME_OF(cuda, hip) parameters;
#include "tests/preload/gpu.def"
#undef GPU

void gpu_open(struct gpu *out, char ***words)
{
    (void)words;
#define GPU(member, cuda, hip, parameters) out->member = NAME_OF(cuda, hip);
#include "tests/preload/gpu.def"
#undef GPU
}
