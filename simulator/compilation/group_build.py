"""Compiles one group in place with mypyc: `python -m simulator.compilation.group_build FOLDER`.

With GCC a group is compiled twice: the first build plays games to record a profile (profile_games.py for a game,
profile_engine.py for the engine), the second is optimised with that profile and across modules. The result plays 50 %
more games per second (docs/decisions/0009). It is tried out before it is used. build.py starts one process per group.
"""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

from simulator.compilation.groups import CompileGroup, configuration, group_of
from simulator.compilation.profile_games import PAIRS
from simulator.compilation.toolchain import is_gcc, processors
from simulator.engine.compilation.freshness import ROOT, STAMP_NAME, binaries, fingerprints

BUILD: Final = ROOT / "build"
# Equal floats on every machine: no fused multiply-add.
ALWAYS: Final = ["-ffp-contract=off"]
PROFILING: Final = ["-fprofile-generate", "-fprofile-update=single"]
GUIDED: Final = ["-flto=auto", "-fprofile-use", "-fno-plt"]
CLOSED: Final = ["-fno-semantic-interposition", "-fvisibility=hidden", "-Wno-error", "-Wno-missing-profile"]
TRIAL: Final = """
import importlib, sys
for name in sys.argv[1:]:
    file = importlib.import_module(name).__file__
    assert not file.endswith(".py"), f"{name} is not compiled"
"""


def stamp_file(group: CompileGroup) -> Path:
    return ROOT / group.folder / STAMP_NAME


def extension_files(group: CompileGroup) -> list[Path]:
    """What a build makes: one file per module, and the library of the group."""
    return [*binaries(group.folder), *ROOT.glob(f"{group.library}__mypyc*{EXTENSION_SUFFIXES[0]}")]


def remove(group: CompileGroup) -> None:
    """Deletes the stamp and all binaries; a failed build leaves no stale ones."""
    stamp_file(group).unlink(missing_ok=True)
    for path in extension_files(group):
        path.unlink()


def build(group: CompileGroup) -> str:
    """Compiles the modules and returns how.

    Hashes the sources first: a change during the build makes it stale.
    """
    from mypyc.build import mypycify  # noqa: PLC0415 - a development dependency

    os.chdir(ROOT)
    hashes = fingerprints(group.sources)
    folder = BUILD / group.library
    shutil.rmtree(folder, ignore_errors=True)
    # Without the project's mypy settings, which load the Django plug-ins.
    options = ["--config-file=", "--strict", "--python-version=3.11"]
    extensions = mypycify(
        [*options, *group.compiled], opt_level="2", debug_level="0", multi_file=True, group_name=group.library,
        target_dir=folder.relative_to(ROOT).as_posix(),
    )  # fmt: skip
    plain = list(extensions[0].extra_compile_args)
    if sys.platform != "win32":
        plain += ALWAYS
    if is_gcc() and _build_with_profile(group, extensions, plain, hashes):
        how = "guided by what it has played"
    else:
        _compile(group, extensions, plain, [], hashes)
        how = "without a profile"
    _try_out(group)
    return how


def _build_with_profile(group: CompileGroup, extensions: list[Any], plain: list[str], hashes: dict[str, str]) -> bool:
    """Builds with profiling, plays games, and builds again with the profile.

    False if that fails.
    """
    place = [f"-fprofile-dir={BUILD / group.library / 'profile'}"]
    try:
        profiling = [*PROFILING, *place]
        _compile(group, extensions, [*plain, *CLOSED, *profiling], profiling, hashes)
        _play(group, pairs=PAIRS)
        guided = [*GUIDED, *place]
        _compile(group, extensions, [*plain, *CLOSED, *guided], [*guided, *plain], hashes)
    except (Exception, SystemExit) as failed:  # setuptools exits with SystemExit
        sys.stdout.write(f"No profile: {failed}. {group.name} is compiled without one.\n")
        return False
    return True


def _compile(
    group: CompileGroup, extensions: list[Any], compiling: list[str], linking: list[str], hashes: dict[str, str]
) -> None:
    """Compiles and links in place, and stamps the result."""
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

    # New files, not new contents: a running site may have loaded the old ones.
    remove(group)
    folders = [f"--build-{kind}={BUILD / group.library / kind}" for kind in ("temp", "lib")]
    with ThreadPoolExecutor(processors()) as cores:
        setup(
            name=group.library, packages=[], ext_modules=extensions, cmdclass={"build_ext": ParallelBuild},
            script_args=["--quiet", "build_ext", "--inplace", "--force", *folders],
        )  # fmt: skip
    files = sorted(path.relative_to(ROOT).as_posix() for path in extension_files(group))
    stamp = {"folder": group.folder, "suffix": EXTENSION_SUFFIXES[0], "binaries": files, "sources": hashes}
    stamp_file(group).write_text(json.dumps(stamp, indent=1), encoding="utf-8")


def _try_out(group: CompileGroup) -> None:
    """Imports every compiled module, and plays a pair of games."""
    _run("-c", TRIAL, *(name.removesuffix(".py").replace("/", ".") for name in group.compiled))
    _play(group, pairs=1)


def _play(group: CompileGroup, *, pairs: int) -> None:
    if group.is_game:
        _run("-m", "simulator.compilation.profile_games", group.name, str(pairs))
    else:
        _run("-m", "simulator.compilation.profile_engine")


def _run(*arguments: str) -> None:
    """Runs Python on the compiled modules."""
    environment = {name: value for name, value in os.environ.items() if name != "ENGINE_PURE"}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)  # noqa: S603


def main(folder: str) -> int:
    group = group_of(folder)
    if not group.compiled:
        patterns = ", ".join(configuration()["game"])
        sys.stderr.write(f"There is nothing to compile: {folder} has none of {patterns}.\n")
        return 1
    try:
        how = build(group)
    except subprocess.CalledProcessError:
        remove(group)
        sys.stderr.write("The compiled modules do not run; the sources do not have this error.\n")
        return 1
    except BaseException:  # mypyc and setuptools exit with SystemExit
        remove(group)
        raise
    sys.stdout.write(f"{how}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
