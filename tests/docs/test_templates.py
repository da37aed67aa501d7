"""Templates stay readable: no line is longer than a screen is wide."""

import subprocess

from signum_site.config.environment import BASE_DIR

LONGEST_LINE = 160


def templates() -> list[str]:
    patterns = ["*/templates/*.html", "*/templates/*.txt"]
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=BASE_DIR, capture_output=True, text=True, check=True)
    return [line for line in listed.stdout.splitlines() if (BASE_DIR / line).exists()]


def test_no_line_of_a_template_is_too_long() -> None:
    found = templates()
    assert found
    too_long = {
        f"{name}:{number}": len(line)
        for name in found
        for number, line in enumerate((BASE_DIR / name).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    }
    assert too_long == {}
