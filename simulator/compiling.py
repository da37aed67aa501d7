"""`make engine`: compiles the rules and the players with mypyc, in place. Nothing needs it; everything gets faster.

What is compiled is the list in pyproject.toml. When the compiled modules are used is engine/binaries.py.
"""

import ast
import json
import os
import shutil
import sys
import sysconfig
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from simulator.engine.binaries import ROOT, STAMP, are_fresh, binaries, fingerprints

GROUP = "simulator_engine"


def sources() -> list[str]:
    """What is compiled, by path from the root: the games and players, and all they import to play."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["engine"]
    waiting = sorted(path for pattern in wanted["compiled"] for path in ROOT.glob(pattern))
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found and not any(path.match(pattern) for pattern in wanted["interpreted"]):
            found.add(path)
            waiting += _imported(path)
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def _imported(source: Path) -> list[Path]:
    """The modules of the two rooms that this one imports: `from a.b import c` may mean a.b or a.b.c."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names += [node.module, *[f"{node.module}.{name.name}" for name in node.names]]
    paths = [ROOT / f"{name.replace('.', '/')}.py" for name in names if name.startswith("simulator.")]
    return [path for path in paths if path.is_file()]


def missing() -> str:
    """What compiling needs and is not here, as a sentence; empty if nothing is."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc and setuptools are needed to compile the engine (requirements-dev.txt)."
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(os.environ.get("CC", compiler)) is None:
        return f"A C compiler is needed to compile the engine; there is no {compiler!r}."
    return ""


def remove() -> None:
    """Binaries made before: after a failure none is better than an old one."""
    STAMP.unlink(missing_ok=True)
    for path in [*binaries(), *ROOT.glob(f"{GROUP}__mypyc*{EXTENSION_SUFFIXES[0]}")]:
        path.unlink()


def build(compiled: list[str]) -> None:
    """Writes down what the sources are first: one that is changed meanwhile makes the result stale."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles has it
    from setuptools import setup  # noqa: PLC0415

    os.chdir(ROOT)
    made_from = fingerprints(compiled)
    # Without the project's mypy settings: plug-ins for Django have no business here.
    options = ["--config-file=", "--strict", "--python-version=3.11"]
    extensions = mypycify([*options, *compiled], opt_level="2", debug_level="0", multi_file=True, group_name=GROUP)
    for extension in extensions:
        # The same floats on every machine: no multiplication and addition made one.
        extension.extra_compile_args += [] if sys.platform == "win32" else ["-ffp-contract=off"]
    jobs = str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    setup(
        name=GROUP, packages=[], ext_modules=extensions,
        script_args=["--quiet", "build_ext", "--inplace", "--parallel", jobs],
    )  # fmt: skip
    STAMP.write_text(json.dumps({"suffix": EXTENSION_SUFFIXES[0], "sources": made_from}, indent=1), encoding="utf-8")


def main() -> int:
    compiled = sources()
    if are_fresh() and set(fingerprints(compiled)) == set(json.loads(STAMP.read_text(encoding="utf-8"))["sources"]):
        sys.stdout.write("The compiled engine is up to date.\n")
        return 0
    lacking = missing()
    if lacking:
        sys.stdout.write(f"{lacking} The engine runs interpreted.\n")
        return 0
    remove()
    build(compiled)
    sys.stdout.write(f"Compiled {len(compiled)} modules; ENGINE_PURE=1 runs the sources instead.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
