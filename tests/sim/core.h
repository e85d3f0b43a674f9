#ifndef GPUALLOC_SIM_CORE_H
#define GPUALLOC_SIM_CORE_H

/*
 * The simulated hardware without a vendor: everything that a vendor's library
 * is written on, compiled into each with hidden visibility.
 */

#include "tests/sim/call.h"
#include "tests/sim/capture.h"
#include "tests/sim/copy.h"
#include "tests/sim/device.h"
#include "tests/sim/event.h"
#include "tests/sim/memory.h"
#include "tests/sim/mempool.h"
#include "tests/sim/settings.h"
#include "tests/sim/status.h"
#include "tests/sim/stream.h"
#include "tests/sim/vmm.h"

#endif
