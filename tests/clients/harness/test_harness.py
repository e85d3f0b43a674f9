"""The harness must see what it is there to see.

Each test spoils one thing in a log that is right, and expects a complaint.
"""

import tempfile
import unittest
from pathlib import Path

from harness import arrivals, decisions, routing, witness

LOG = """\
gpualloc: banner pid=7 program=app version=1 requested=bfc via=GPUALLOC_ALLOCATOR vendors=hip log=/tmp/log
gpualloc: region pid=7 t=0.000001 dev=0 pool=bfc event=extend size=2097152 ptr=0x1000 pool_bytes=2097152 limit=9
gpualloc: alloc pid=7 tid=7 seq=1 t=0.000000 api=hipMalloc door=dlsym dev=0 size=4096 requested=bfc via=GPUALLOC_ALLOCATOR route=pool ptr=0x1000 rc=0 us=1.0 why=requested verdict=ok caller=app+0x1
gpualloc: alloc pid=7 tid=7 seq=2 t=0.000002 api=hipHostMalloc door=dlsym dev=0 size=64 requested=bfc via=GPUALLOC_ALLOCATOR route=driver ptr=0x9000 rc=0 us=1.0 why=host verdict=rule caller=app+0x1
gpualloc: free pid=7 tid=7 seq=3 t=0.000003 api=hipFree door=dlsym dev=0 size=4096 route=pool ptr=0x1000 rc=0 us=1.0 why=owner verdict=ok caller=app+0x1
gpualloc: free pid=7 tid=7 seq=4 t=0.000004 api=hipFree door=dlsym dev=-1 size=0 route=driver ptr=0x1230 rc=1 us=1.0 why=owner verdict=ok caller=app+0x1
gpualloc: summary pid=7 allocs=2 frees=1 failed=1 driver=1 pool=1 misroutes=0 fallbacks=0 overrides=0 live=1 live_bytes=64 peak_bytes=4160 lost=0
"""

TOLD = """\
alloc hipMalloc size=4096 ptr=0x1000 rc=0
alloc hipHostMalloc size=64 ptr=0x9000 rc=0
free hipFree ptr=0x1000 rc=0
free hipFree ptr=0x1230 rc=1
"""

TRACE = """\
hipMalloc pid=7 tid=7 size=2097152 ptr=0x1000 -> 0
hipHostMalloc pid=7 tid=7 size=64 ptr=0x9000 -> 0
hipFree pid=7 tid=7 ptr=0x1 -> 1
hipDeviceSynchronize pid=7 tid=7 -> 0
"""


def lines_of(log):
    return [decisions.Line(t) for t in log.splitlines(keepends=True)]


def arrival_faults(trace, route):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(trace)
        file.flush()
        return arrivals.differences(Path(file.name), lines_of(LOG), route)


def faults(log, told=TOLD, route="bfc"):
    try:
        lines = lines_of(log)
    except decisions.Malformed as malformed:
        return [str(malformed)]
    served = decisions.decisions_of(lines)
    calls = witness.told_on_stdout(told, "")
    return (
        decisions.complaints(lines)
        + witness.differences(calls, served, "dlsym")
        + routing.faults(served, route)
    )


class Harness(unittest.TestCase):
    def expect_fault(self, was, becomes):
        self.assertIn(was, LOG)
        self.assertTrue(faults(LOG.replace(was, becomes, 1)))

    def test_accepts_a_log_that_is_right(self):
        self.assertEqual(faults(LOG), [])

    def test_sees_a_gap_in_seq(self):
        self.expect_fault("seq=2", "seq=9")

    def test_sees_another_door(self):
        self.expect_fault("door=dlsym", "door=plt")

    def test_sees_another_size(self):
        self.expect_fault("size=4096 requested", "size=4097 requested")

    def test_sees_another_size_on_a_free(self):
        self.expect_fault("size=4096 route", "size=4097 route")

    def test_sees_another_code(self):
        self.expect_fault("rc=1 us", "rc=2 us")

    def test_sees_another_address(self):
        self.expect_fault("ptr=0x9000", "ptr=0x9001")

    def test_sees_another_name(self):
        self.expect_fault("api=hipHostMalloc", "api=hipHostAlloc")

    def test_sees_keys_out_of_order(self):
        self.expect_fault("pid=7 tid=7 seq=1", "tid=7 pid=7 seq=1")

    def test_sees_a_line_torn_in_two(self):
        self.expect_fault("api=hipMalloc", "api=hip\nMalloc")

    def test_sees_a_space_too_many(self):
        self.expect_fault("seq=1 t=", "seq=1  t=")

    def test_sees_a_wrong_sum(self):
        self.expect_fault("live_bytes=64", "live_bytes=65")

    def test_sees_a_plain_call_that_the_pool_did_not_serve(self):
        self.expect_fault("route=pool ptr=0x1000", "route=driver ptr=0x1000")

    def test_sees_a_route_that_was_not_requested(self):
        self.assertTrue(faults(LOG, route="platform"))

    def test_sees_a_call_that_has_no_line(self):
        self.assertTrue(faults(LOG, TOLD + "free hipFree ptr=0x9000 rc=0\n"))

    def test_sees_a_line_that_has_no_call(self):
        self.assertTrue(faults(LOG, TOLD.split("\n", 1)[1]))

    def test_sees_a_line_where_nothing_was_called(self):
        banner = LOG.splitlines(keepends=True)[0]
        self.assertTrue(faults(banner, told=""))

    def test_accepts_a_trace_that_is_right(self):
        self.assertEqual(arrival_faults(TRACE, "bfc"), [])

    def test_sees_a_pool_hit_that_reached_the_vendor(self):
        hit = "hipMalloc pid=7 tid=7 size=4096 ptr=0x1000 -> 0\n"
        self.assertTrue(arrival_faults(TRACE + hit, "bfc"))

    def test_sees_a_region_that_the_vendor_did_not_give(self):
        rest = TRACE.split("\n", 1)[1]
        self.assertTrue(arrival_faults(rest, "bfc"))

    def test_sees_a_decision_for_the_driver_that_did_not_arrive(self):
        self.assertTrue(arrival_faults(TRACE, "platform"))

    def test_reads_what_numba_says_it_called(self):
        stderr = (
            "== CUDA [1] DEBUG -- call driver api: cuMemAlloc(4096)\n"
            "== CUDA [2] DEBUG -- call driver api: cuMemAlloc(1099511627776)\n"
            "== CUDA [2] ERROR -- Call to cuMemAlloc results in"
            " CUDA_ERROR_OUT_OF_MEMORY\n"
            "== CUDA [3] DEBUG -- call driver api: cuMemGetInfo()\n"
            "== CUDA [4] DEBUG -- call driver api:"
            " cuMemFree(<CUdeviceptr 4096>)\n"
        )

        calls = witness.told_by_numba("", stderr)

        self.assertEqual([c.kind for c in calls], ["alloc", "alloc", "free"])
        self.assertEqual(calls[0].api, "cuMemAlloc_v2")
        self.assertEqual([c.rc for c in calls], [0, 2, 0])
        self.assertEqual([c.size for c in calls], [4096, 1 << 40, None])
        self.assertEqual(calls[2].ptr, 4096)


if __name__ == "__main__":
    unittest.main()
