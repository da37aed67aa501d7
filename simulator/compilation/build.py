"""`make engine`: compiles the rules and the policies of every game with mypyc.

Optional; only for speed. `python -m simulator.compilation.build [GAME…]` compiles the named games only. The engine and
each game are compiled, stamped and cached on their own (groups.py), in processes side by side. A game that cannot be
compiled stays interpreted and is no obstacle to the others. engine/compilation/freshness.py decides whether the result
is used.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.machinery import EXTENSION_SUFFIXES

from simulator.compilation import cache
from simulator.compilation.group_build import extension_files, remove, stamp_file
from simulator.compilation.groups import CompileGroup, find_groups
from simulator.compilation.toolchain import compiler, missing, processors
from simulator.engine.compilation.freshness import ROOT, group_folders, is_fresh, read_stamp


def is_up_to_date(group: CompileGroup) -> bool:
    """Whether the group is compiled, from these sources and no others."""
    return is_fresh(group.folder) and read_stamp(group.folder)["sources"].keys() == set(group.sources)


def remove_orphans() -> None:
    """Deletes the libraries of games that are gone."""
    known = {folder.replace("/", "_") for folder in group_folders()}
    for path in ROOT.glob(f"simulator_*__mypyc{EXTENSION_SUFFIXES[0]}"):
        if path.name.partition("__mypyc")[0] not in known:
            path.unlink()


def restore(group: CompileGroup) -> bool:
    """Copies an earlier build of the same sources; False if there is none."""
    remove(group)
    return cache.restore(cache.build_key(group, compiler())) and is_fresh(group.folder)


def compile_groups(groups: Sequence[CompileGroup]) -> list[CompileGroup]:
    """Compiles each group in a process of its own; returns those that failed."""
    failed: list[CompileGroup] = []
    with ThreadPoolExecutor(processors()) as running:
        for done in as_completed([running.submit(_compile_group, group) for group in groups]):
            group, process = done.result()
            if process.returncode == 0 and is_fresh(group.folder):
                how = process.stdout.splitlines()[-1]
                sys.stdout.write(f"{group.name}: compiled {len(group.compiled)} modules, {how}.\n")
            else:
                failed.append(group)
                sys.stdout.write(f"{group.name}: not compiled.\n{process.stdout}{process.stderr}\n")
            sys.stdout.flush()
    return failed


def _compile_group(group: CompileGroup) -> tuple[CompileGroup, subprocess.CompletedProcess[str]]:
    key = cache.build_key(group, compiler())
    command = [sys.executable, "-m", "simulator.compilation.group_build", group.folder]
    environment = {**os.environ, "ENGINE_PURE": "1"}
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if process.returncode == 0 and is_fresh(group.folder):
        cache.keep(key, [*extension_files(group), stamp_file(group)])
    return group, process


def main(names: Sequence[str] = ()) -> int:
    try:
        groups = find_groups(names)
    except LookupError as unknown:
        sys.stderr.write(f"{unknown}\n")
        return 2
    remove_orphans()
    waiting = [group for group in groups if not is_up_to_date(group)]
    if not waiting:
        sys.stdout.write("The compiled engine is up to date.\n")
        return 0
    reason = missing()
    if reason:
        sys.stdout.write(f"{reason} The engine runs interpreted.\n")
        return 0
    restored = [group for group in waiting if restore(group)]
    if restored:
        sys.stdout.write(f"Copied from {cache.folder()}: {', '.join(group.name for group in restored)}.\n")
    failed = compile_groups([group for group in waiting if group not in restored])
    if failed:
        listed = ", ".join(sorted(group.name for group in failed))
        sys.stderr.write(f"Could not be compiled and stays interpreted: {listed}. Everything else is compiled.\n")
        return 1
    sys.stdout.write("ENGINE_PURE=1 runs the sources instead.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
