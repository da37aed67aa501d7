"""`make engine`: compiles the rules and the players with mypyc, in place. Nothing needs it; everything gets faster.

What is compiled is the list in pyproject.toml. When the compiled modules are used is freshness.py. With GCC it is
compiled twice: the first result plays some games and writes down which ways they take (profile_games.py), the second is laid
out for those ways and across all modules at once. That is worth half as many games again (docs/decisions/0009).
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

from simulator.engine.compilation.freshness import ROOT, STAMP, are_fresh, binaries, fingerprints

GROUP = "simulator_engine"
PROFILE = ROOT / "build" / "profile"
# The same floats on every machine: no multiplication and addition made one.
ALWAYS = ["-ffp-contract=off"]
WATCHED = ["-fprofile-generate", f"-fprofile-dir={PROFILE}", "-fprofile-update=single"]
GUIDED = ["-flto=auto", "-fprofile-use", f"-fprofile-dir={PROFILE}", "-fno-plt"]
CLOSED = ["-fno-semantic-interposition", "-fvisibility=hidden", "-Wno-error", "-Wno-missing-profile"]


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


def compiler() -> str:
    """The C compiler that Python's own extensions are made with here."""
    return os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]


def missing() -> str:
    """What compiling needs and is not here, as a sentence; empty if nothing is."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypyc and setuptools are needed to compile the engine (requirements-engine.txt)."
    if shutil.which(compiler().split()[0]) is None:
        return f"A C compiler is needed to compile the engine; there is no {compiler()!r}."
    return ""


def is_gcc() -> bool:
    """Clang says that it is GNU too, but writes other profiles."""
    asked = [*compiler().split(), "-dM", "-E", "-"]
    told = subprocess.run(asked, input="", capture_output=True, text=True, check=False).stdout  # noqa: S603
    return "__GNUC__" in told and "__clang__" not in told


def remove() -> None:
    """Binaries made before: after a failure none is better than an old one."""
    STAMP.unlink(missing_ok=True)
    for path in [*binaries(), *ROOT.glob(f"{GROUP}__mypyc*{EXTENSION_SUFFIXES[0]}")]:
        path.unlink()


def build(compiled: list[str]) -> str:
    """Compiles, and says how. Writes down what the sources are first: one that is changed meanwhile makes it stale."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles has it

    os.chdir(ROOT)
    made_from = fingerprints(compiled)
    # Without the project's mypy settings: plug-ins for Django have no business here.
    options = ["--config-file=", "--strict", "--python-version=3.11"]
    extensions = mypycify([*options, *compiled], opt_level="2", debug_level="0", multi_file=True, group_name=GROUP)
    plain = list(extensions[0].extra_compile_args)
    if sys.platform != "win32":
        plain += ALWAYS
    if is_gcc() and _guided(extensions, plain, made_from):
        return "guided by games it has played"
    _make(extensions, plain, [])
    _vouch(made_from)
    return "without a profile"


def _guided(extensions: list[Any], plain: list[str], made_from: dict[str, str]) -> bool:
    """First a build that watches itself play, then the one that has learnt from it. False if this compiler cannot."""
    shutil.rmtree(PROFILE, ignore_errors=True)
    try:
        _make(extensions, [*plain, *CLOSED, *WATCHED], WATCHED)
        _vouch(made_from)
        environment = {name: value for name, value in os.environ.items() if name != "ENGINE_PURE"}
        subprocess.run([sys.executable, "-m", "simulator.compilation.profile_games"], env=environment, check=True)
        _make(extensions, [*plain, *CLOSED, *GUIDED], [*GUIDED, *plain])
    except (Exception, SystemExit) as failed:  # setuptools leaves by SystemExit
        sys.stdout.write(f"No profile: {failed}. The engine is compiled without one.\n")
        remove()
        return False
    _vouch(made_from)
    return True


def _make(extensions: list[Any], compiling: list[str], linking: list[str]) -> None:
    from setuptools import setup  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    class OnEveryCore(build_ext):
        """Setuptools compiles the sources of one extension one after another; here they are nearly all in one."""

        def build_extension(self, ext: Any) -> None:
            def compiled(source: str) -> list[str]:
                made: list[str] = self.compiler.compile(
                    [source], output_dir=self.build_temp, include_dirs=ext.include_dirs, extra_postargs=compiling
                )
                return made

            objects = [one for made in cores.map(compiled, ext.sources) for one in made]
            path = self.get_ext_fullpath(ext.name)
            self.compiler.link_shared_object(objects, path, extra_postargs=linking)

    number = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ThreadPoolExecutor(number) as cores:
        setup(
            name=GROUP, packages=[], ext_modules=extensions, cmdclass={"build_ext": OnEveryCore},
            script_args=["--quiet", "build_ext", "--inplace", "--force"],
        )  # fmt: skip


def _vouch(made_from: dict[str, str]) -> None:
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
    how = build(compiled)
    sys.stdout.write(f"Compiled {len(compiled)} modules, {how}; ENGINE_PURE=1 runs the sources instead.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
