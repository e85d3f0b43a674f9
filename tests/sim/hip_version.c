#include "tests/sim/hip_version.h"

const int hip_major = HIP_MAJOR;
const int hip_newest = HIP_NEWEST;

#if HIP_MAJOR == 5
const int hip_version = 50221153;
#elif HIP_MAJOR == 6
const int hip_version = 60400000;
#else
const int hip_version = 71500000;
#endif
