"""docs/security.md covers every point of levels 1 and 2 exactly once.

Files, commands and settings that it names exist.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator

from signum_site.config.environment import BASE_DIR

DOCUMENT = (BASE_DIR / "docs" / "security.md").read_text(encoding="utf-8")
# OWASP ASVS 5.0.0: the number of points of levels 1 and 2 in each section. Those of level 3 follow them.
POINTS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
    "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip
ROWS = re.findall(r"^\| ([✓○–✗]) \|([^|]*)\|([^|]*)\|([^|]*)\|$", DOCUMENT, re.MULTILINE)


def numbers(text: str) -> Iterator[str]:
    """The single numbers of “1.2.1–1.2.3, 1.2.9”.

    A range stays within its section.
    """
    for part in filter(None, text.strip().split(", ")):
        first, _, last = part.partition("–")
        section, _, number = first.rpartition(".")
        assert last in ("", f"{section}.{last.rpartition('.')[2]}"), part
        for point in range(int(number), int((last or first).rpartition(".")[2]) + 1):
            yield f"{section}.{point}"


def test_every_point_of_levels_1_and_2_has_one_line() -> None:
    named = Counter(number for _, text, _, _ in ROWS for number in numbers(text))
    expected = {f"{section}.{number + 1}" for section, count in POINTS.items() for number in range(count)}
    assert len(expected) == 253
    assert sorted(expected - named.keys()) == []
    assert sorted(named.keys() - expected) == []
    assert [number for number, times in named.items() if times > 1] == []


def test_every_line_of_the_table_is_parsed() -> None:
    table = DOCUMENT.split("## Chapter by chapter")[1].split("\n## ")[0]
    written = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| | ")]
    assert len(written) == len(ROWS)


def test_named_files_exist() -> None:
    missing, command = [], ["git", "ls-files"]
    tracked = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in sorted(set(re.findall(r"`([\w./-]+\.(?:py|txt|conf|md|js))`", DOCUMENT))):
        if not any(path == name or path.endswith(f"/{name}") for path in tracked):
            missing.append(name)
    assert missing == []


def test_named_commands_and_settings_exist() -> None:
    commands = set(re.findall(r"`manage\.py (\w+)", DOCUMENT)) - {"check"}
    existing = {path.stem for path in BASE_DIR.glob("*/management/commands/*.py")}
    existing |= {path.stem for path in BASE_DIR.glob("*/*/management/commands/*.py")}
    assert commands - existing == set()
    settings = (BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")
    variables = set(re.findall(r"`([A-Z]+_[A-Z_]+)(?:=\w+)?`", DOCUMENT))
    assert [name for name in sorted(variables) if f"`{name}`" not in settings] == []
