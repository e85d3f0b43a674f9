#ifndef GPUALLOC_OBJECTS_H
#define GPUALLOC_OBJECTS_H

/*
 * A walk over the loaded objects, in load order.
 *
 * The loader's lock is held meanwhile, and a child that is forked then would
 * find it locked for good. So no walk of ours is under way while the process
 * forks.
 */

#include <link.h>
#include <stddef.h>

typedef int objects_visit(struct dl_phdr_info *info, size_t size,
                          void *context);

/* Call `visit` for each object until it does not say 0. It must not walk. */
void objects_walk(objects_visit *visit, void *context);

#endif
