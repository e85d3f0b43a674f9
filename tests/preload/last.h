#ifndef GPUALLOC_TESTS_LAST_H
#define GPUALLOC_TESTS_LAST_H

/* A library that is linked behind the vendor's and so ends after it. */

/* Call this from the library's destructor. */
void last_do(void (*function)(void));

#endif
