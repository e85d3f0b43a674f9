#ifndef GPUALLOC_LIBC_DLSYM_H
#define GPUALLOC_LIBC_DLSYM_H

/*
 * The dlsym behind ours. Found by walking the loaded objects' own symbol
 * tables, since whatever dlsym or dlvsym would answer may be intercepted, by
 * us or by others.
 */

typedef void *dlsym_function(void *handle, const char *name);
typedef void *dlvsym_function(void *handle, const char *name,
                              const char *version);

/* libc's own. */
dlsym_function *libc_dlsym(void);
dlvsym_function *libc_dlvsym(void);

/* The next in search order behind ours: libc's, or another preload's. A
 * function that finds nothing if there is none. */
dlsym_function *next_dlsym(void);
dlvsym_function *next_dlvsym(void);

/* The definition behind ours in search order, of the objects that the program
 * started with, or NULL. Leaves dlerror alone, which dlsym would clear. */
void *next_function(const char *name);

#endif
