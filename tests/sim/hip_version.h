#ifndef GPUALLOC_SIM_HIP_VERSION_H
#define GPUALLOC_SIM_HIP_VERSION_H

/*
 * Which libamdhip64 this is. The only thing in which the libraries differ, so
 * that all the rest is compiled once.
 */
extern const int hip_major;   /* of the SONAME */
extern const int hip_newest;  /* functions up to this release: 702 is 7.2 */
extern const int hip_version; /* what hipRuntimeGetVersion says */

#endif
