"""Virtual environments for the clients from PyPI, kept between runs."""

import os
import subprocess
import sys


class Unavailable(Exception):
    """The client cannot run here; the text says why and what would help."""


def python_of(build, requirements):
    """A Python that has what the file of requirements names."""
    folder = build / "clients-venv" / requirements.stem.split("-")[-1]
    stamp, wanted = folder / "installed.txt", requirements.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        make(folder, requirements)
        stamp.write_text(wanted)
    return folder / "bin" / "python"


def make(folder, requirements):
    run([sys.executable, "-m", "venv", "--clear", str(folder)], requirements)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "-r", str(requirements)]
    run(pip, requirements)


def run(command, requirements):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        file = os.path.relpath(requirements)
        raise Unavailable(f"needs pip install -r {file}: {last}")


def version(python, package):
    """What is installed, by the package's own metadata."""
    ask = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
    command = [str(python), "-c", ask, package]
    return subprocess.check_output(command, text=True).strip()
