"""The programs that compiling needs: mypyc, setuptools and a C compiler."""

import os
import shutil
import subprocess
import sysconfig
from importlib.util import find_spec
from pathlib import Path


def compiler() -> str:
    """The C compiler: `CC`, or the one this Python was built with."""
    return os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]


def missing() -> str:
    """A sentence about what is missing for compiling; empty if nothing is."""
    return missing_packages() or missing_compiler()


def missing_packages() -> str:
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc and setuptools are needed to compile the engine (requirements-engine.txt)."
    return ""


def missing_compiler() -> str:
    if shutil.which(compiler().split()[0]) is None:
        return f"A C compiler is needed to compile the engine; there is no {compiler()!r}."
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.is_file():
        return f"Python's headers are needed to compile the engine; there is no {header}."
    return ""


def is_gcc() -> bool:
    """Whether the compiler is GCC.

    Clang defines __GNUC__ too, but has another profile format.
    """
    command = [*compiler().split(), "-dM", "-E", "-"]
    macros = subprocess.run(command, input="", capture_output=True, text=True, check=False).stdout  # noqa: S603
    return "__GNUC__" in macros and "__clang__" not in macros


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
