"""`make engine`: compiles the rules and the policies in place with mypyc.

Optional; only for speed. pyproject.toml lists what is compiled. engine/compilation/freshness.py decides whether the
result is used. With GCC the build runs twice: the first build plays games to record a profile (profile_games.py), the
second is optimised with that profile and across modules. The result plays 50 % more games per second
(docs/decisions/0009).
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simulator.compilation import cache
from simulator.engine.compilation.freshness import ROOT, STAMP, are_fresh, binaries, fingerprints

GROUP = "simulator_engine"
PROFILE = ROOT / "build" / "profile"
# Equal floats on every machine: no fused multiply-add.
ALWAYS = ["-ffp-contract=off"]
PROFILING = ["-fprofile-generate", f"-fprofile-dir={PROFILE}", "-fprofile-update=single"]
GUIDED = ["-flto=auto", "-fprofile-use", f"-fprofile-dir={PROFILE}", "-fno-plt"]
CLOSED = ["-fno-semantic-interposition", "-fvisibility=hidden", "-Wno-error", "-Wno-missing-profile"]


def sources() -> list[str]:
    """The paths of the modules to compile: the listed ones and their imports."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["engine"]
    waiting = sorted(path for pattern in config["compiled"] for path in ROOT.glob(pattern))
    modules: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in modules and not any(path.match(pattern) for pattern in config["interpreted"]):
            modules.add(path)
            waiting += _imported(path)
    return sorted(path.relative_to(ROOT).as_posix() for path in modules)


def _imported(source: Path) -> list[Path]:
    """The files under simulator/ that a module imports.

    `from a.b import c` may mean a.b or a.b.c.
    """
    names: list[str] = []
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names += [node.module, *[f"{node.module}.{name.name}" for name in node.names]]
    paths = [ROOT / f"{name.replace('.', '/')}.py" for name in names if name.startswith("simulator.")]
    return [path for path in paths if path.is_file()]


def compiler() -> str:
    """The C compiler: `CC`, or the one this Python was built with."""
    return os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]


def missing() -> str:
    """A sentence about what is missing for compiling; empty if nothing is."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc and setuptools are needed to compile the engine (requirements-engine.txt)."
    if shutil.which(compiler().split()[0]) is None:
        return f"A C compiler is needed to compile the engine; there is no {compiler()!r}."
    return ""


def is_gcc() -> bool:
    """Whether the compiler is GCC.

    Clang defines __GNUC__ too, but has another profile format.
    """
    command = [*compiler().split(), "-dM", "-E", "-"]
    macros = subprocess.run(command, input="", capture_output=True, text=True, check=False).stdout  # noqa: S603
    return "__GNUC__" in macros and "__clang__" not in macros


def remove() -> None:
    """Deletes the stamp and all binaries; a failed build leaves no stale ones."""
    STAMP.unlink(missing_ok=True)
    for path in extension_files():
        path.unlink()


def extension_files() -> list[Path]:
    """Everything a build makes: one file per module, and the shared library of all of them."""
    return [*binaries(), *ROOT.glob(f"{GROUP}__mypyc*{EXTENSION_SUFFIXES[0]}")]


def build(compiled: list[str]) -> str:
    """Compiles the modules and returns how.

    Hashes the sources first: a change during the build makes it stale.
    """
    from mypyc.build import mypycify  # noqa: PLC0415 - a development dependency

    os.chdir(ROOT)
    source_hashes = fingerprints(compiled)
    # Without the project's mypy settings, which load the Django plug-ins.
    options = ["--config-file=", "--strict", "--python-version=3.11"]
    extensions = mypycify([*options, *compiled], opt_level="2", debug_level="0", multi_file=True, group_name=GROUP)
    plain = list(extensions[0].extra_compile_args)
    if sys.platform != "win32":
        plain += ALWAYS
    if is_gcc() and _build_with_profile(extensions, plain, source_hashes):
        return "guided by games it has played"
    _compile(extensions, plain, [])
    _write_stamp(source_hashes)
    return "without a profile"


def _build_with_profile(extensions: list[Any], plain: list[str], source_hashes: dict[str, str]) -> bool:
    """Builds with profiling, plays games, and builds again with the profile.

    False if that fails.
    """
    shutil.rmtree(PROFILE, ignore_errors=True)
    try:
        _compile(extensions, [*plain, *CLOSED, *PROFILING], PROFILING)
        _write_stamp(source_hashes)
        environment = {name: value for name, value in os.environ.items() if name != "ENGINE_PURE"}
        subprocess.run([sys.executable, "-m", "simulator.compilation.profile_games"], env=environment, check=True)
        _compile(extensions, [*plain, *CLOSED, *GUIDED], [*GUIDED, *plain])
    except (Exception, SystemExit) as failed:  # setuptools exits with SystemExit
        sys.stdout.write(f"No profile: {failed}. The engine is compiled without one.\n")
        remove()
        return False
    _write_stamp(source_hashes)
    return True


def _compile(extensions: list[Any], compiling: list[str], linking: list[str]) -> None:
    from setuptools import setup  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    class ParallelBuild(build_ext):
        """Compiles the sources of one extension in parallel.

        Setuptools compiles them one after another.
        """

        def build_extension(self, ext: Any) -> None:
            def compiled(source: str) -> list[str]:
                objects: list[str] = self.compiler.compile(
                    [source], output_dir=self.build_temp, include_dirs=ext.include_dirs, extra_postargs=compiling
                )
                return objects

            objects = [path for paths in cores.map(compiled, ext.sources) for path in paths]
            path = self.get_ext_fullpath(ext.name)
            self.compiler.link_shared_object(objects, path, extra_postargs=linking)

    number = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ThreadPoolExecutor(number) as cores:
        setup(
            name=GROUP, packages=[], ext_modules=extensions, cmdclass={"build_ext": ParallelBuild},
            script_args=["--quiet", "build_ext", "--inplace", "--force"],
        )  # fmt: skip


def _write_stamp(source_hashes: dict[str, str]) -> None:
    """Marks the binaries as compiled from these sources."""
    STAMP.write_text(
        json.dumps({"suffix": EXTENSION_SUFFIXES[0], "sources": source_hashes}, indent=1), encoding="utf-8"
    )


def main() -> int:
    compiled = sources()
    if are_fresh() and set(fingerprints(compiled)) == set(json.loads(STAMP.read_text(encoding="utf-8"))["sources"]):
        sys.stdout.write("The compiled engine is up to date.\n")
        return 0
    reason = missing()
    if reason:
        sys.stdout.write(f"{reason} The engine runs interpreted.\n")
        return 0
    remove()
    key = cache.build_key(compiler())
    if cache.restore(key) and are_fresh():
        sys.stdout.write(f"Copied {len(compiled)} compiled modules from {cache.folder()}.\n")
        return 0
    how = build(compiled)
    cache.keep(key, [STAMP, *extension_files()])
    sys.stdout.write(f"Compiled {len(compiled)} modules, {how}; ENGINE_PURE=1 runs the sources instead.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
