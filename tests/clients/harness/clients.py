"""The clients: what each is, and how it is made ready to run."""

import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Callable, NamedTuple

from harness import trial, venv, witness
from harness.venv import Unavailable

HERE = Path(__file__).resolve().parent.parent


class Client(NamedTuple):
    """A program, how it is started, and how it reaches the allocator."""

    name: str
    version: str
    ran: str
    command: list
    environment: dict
    door: str  # empty: its calls cannot reach the shim
    told: Callable = witness.told_on_stdout
    compare: Callable = witness.differences
    is_simulated: bool = False  # its calls reach a simulated vendor


class Makers:
    """How each client is made ready; raises Unavailable where it cannot be."""

    def __init__(self, build, toolkit):
        self.build, self.toolkit = build, toolkit
        self.simulated = {"LD_LIBRARY_PATH": str(build / "sim")}

    def python(self, requirements):
        return venv.python_of(self.build, HERE / requirements)

    def from_pypi(self, package, script, requirements, door, **more):
        python = self.python(requirements)
        return Client(
            package,
            venv.version(python, package),
            script + more.pop("note", ""),
            [python, HERE / script],
            self.simulated | more.pop("environment", {}),
            door,
            is_simulated=bool(door),
            **more,
        )

    def cuda_bindings_driver(self):
        script = "cuda_bindings_driver.py"
        return self.from_pypi(
            "cuda-bindings", script, "requirements-cuda.txt", "procaddr"
        )

    def cuda_bindings_per_thread(self):
        return self.from_pypi(
            "cuda-bindings",
            "cuda_bindings_driver.py",
            "requirements-cuda.txt",
            "procaddr",
            note=", streams per thread",
            environment={"CUDA_PYTHON_CUDA_PER_THREAD_DEFAULT_STREAM": "1"},
            told=witness.told_with_streams_of_threads,
        )

    def cuda_bindings_runtime(self):
        script = "cuda_bindings_runtime.py"
        return self.from_pypi(
            "cuda-bindings", script, "requirements-cuda.txt", ""
        )

    def numba_cuda(self):
        talkative = {
            "NUMBA_CUDA_LOG_LEVEL": "debug",
            "NUMBA_CUDA_LOG_API_ARGS": "1",
        }
        return self.from_pypi(
            "numba-cuda",
            "numba_arrays.py",
            "requirements-cuda.txt",
            "procaddr",
            environment=talkative,
            told=witness.told_by_numba,
        )

    def hip_python(self):
        script = "hip_python.py"
        return self.from_pypi(
            "hip-python", script, "requirements-hip.txt", "dlsym"
        )

    def hip_python_6(self):
        """An older release, which finds the library of HIP 6."""
        folder = self.build / "clients" / "hip6"
        folder.mkdir(parents=True, exist_ok=True)
        link = folder / "libamdhip64.so"
        link.unlink(missing_ok=True)
        link.symlink_to(self.build / "sim" / "libamdhip64.so.6")
        return self.from_pypi(
            "hip-python",
            "hip_python.py",
            "requirements-hip6.txt",
            "dlsym",
            note=", HIP 6",
            environment={"LD_LIBRARY_PATH": str(folder)},
        )

    def compiled(self, name, version, program, door, libraries="", words=()):
        path = self.build / "clients" / program
        arguments = [*words] + (["dlsym"] if door == "dlsym" else [])
        environment = {"LD_LIBRARY_PATH": libraries} if libraries else {}
        ran = " ".join([program, *arguments])
        command = [path, *arguments]
        return Client(name, version, ran, command, environment, door)

    def debian_hip(self, door):
        program = self.built("debian_hip", "apt-get install libamdhip64-5")
        if Path("/dev/kfd").exists():
            raise Unavailable("an AMD GPU is here, this is for none")
        version = debian_version("libamdhip64-5")
        return self.compiled(
            "libamdhip64-5", version, program, door, words=["all"]
        )

    def cudart(self, program, door):
        self.built(program, f"the CUDA toolkit 13 in {self.toolkit}")
        if has_driver():
            raise Unavailable("an NVIDIA driver is here, this is for none")
        libraries = str(self.toolkit / "lib64")
        version = toolkit_version(self.toolkit)
        return self.compiled(
            "cudart", version, program, door, libraries, ["all"]
        )

    def simulated_as(self, library, program, needs, door):
        """The same program where every call can succeed."""
        self.built(program, needs)
        if not (self.build / "sim" / library).exists():
            raise Unavailable(f"there is no simulated {library}")
        libraries = self.simulated["LD_LIBRARY_PATH"]
        client = self.compiled(library, "simulated", program, door, libraries)
        return client._replace(is_simulated=True)

    def simulated_inside(self):
        """The simulated runtime, linked in, as most CUDA programs have it."""
        client = self.simulated_as(
            "libcudart_static.a",
            "simulated_cudart_static",
            "a CUDA toolkit 13",
            "procaddr",
        )
        return client._replace(compare=witness.differences_inside)

    def built(self, program, needs):
        if not (self.build / "clients" / program).exists():
            raise Unavailable(f"needs {needs}")
        return program

    def all(self):
        """Name to maker, in the order of the table."""
        return {
            "cuda-bindings driver": self.cuda_bindings_driver,
            "cuda-bindings per-thread": self.cuda_bindings_per_thread,
            "cuda-bindings runtime": self.cuda_bindings_runtime,
            "numba-cuda": self.numba_cuda,
            "hip-python": self.hip_python,
            "hip-python for HIP 6": self.hip_python_6,
        } | self.compiled_ones()

    def compiled_ones(self):
        hip, cuda = "libamdhip64.so.5", "libcudart.so.13"
        package, toolkit = "apt-get install libamdhip64-5", "a CUDA toolkit 13"
        kinds = {
            "libamdhip64-5": (self.debian_hip,),
            "libcudart.so": (self.cudart, "toolkit_cudart"),
            "simulated HIP 5": (self.simulated_as, hip, "debian_hip", package),
            "simulated cudart": (
                self.simulated_as,
                cuda,
                "toolkit_cudart",
                toolkit,
            ),
        }
        static = partial(self.cudart, "toolkit_cudart_static", "")
        return {
            "libcudart_static.a": static,
            "simulated libcudart_static.a": self.simulated_inside,
        } | {
            f"{name}, by {door}": partial(*maker, door)
            for name, maker in kinds.items()
            for door in ("plt", "dlsym")
        }


def debian_version(package):
    ask = ["dpkg-query", "-W", "-f=${Version}", package]
    done = subprocess.run(ask, capture_output=True, text=True)
    return done.stdout or "?"


def toolkit_version(toolkit):
    header = (toolkit / "include" / "cuda_runtime_api.h").read_text()
    number = int(re.search(r"define CUDART_VERSION\s+(\d+)", header)[1])
    return f"{number // 1000}.{number % 1000 // 10}"


def has_driver():
    """In a process of its own: this one must not load a driver."""
    ask = [sys.executable, "-c", "import ctypes; ctypes.CDLL('libcuda.so.1')"]
    return trial.run(ask, {}).returncode == 0
