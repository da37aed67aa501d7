"""The offline audit of pinned packages against a copy of the advisory database."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from signum_site.config.environment import BASE_DIR

pytestmark = pytest.mark.processes


def audit(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, ".ci/audit_offline.py", *arguments]
    return subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False, timeout=60)


def span(**events: str) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": [{kind: value} for kind, value in events.items()]}]}


ADVISORIES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "FOUND-1": ("Before.The_Fix", "before-the-fix==1.9", span(introduced="0", fixed="1.10")),
    "FOUND-2": ("listed", "Listed==2.0", {"versions": ["2.0"]}),
    "FOUND-3": ("last-one", "last-one==1.10", span(introduced="1.2", last_affected="1.10")),
    "FOUND-4": ("unreadable", "unreadable==1.0", span(introduced="spring")),
    "PASSED-1": ("fixed", "fixed==2.0", span(introduced="0", fixed="2.0")),
    "PASSED-2": ("older", "older==1.1", span(introduced="1.2")),
    "PASSED-3": ("somebody-else", "other==1.0", span(introduced="0")),
}


def test_affected_versions_are_found(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for code, (name, _, facts) in ADVISORIES.items():
            affected = {"package": {"ecosystem": "PyPI", "name": name}, **facts}
            advisory = {"id": code, "modified": "2026-11-01T00:00:00Z", "summary": "A hole.", "affected": [affected]}
            archive.writestr(f"{code}.json", json.dumps(advisory))
    (tmp_path / "pins.txt").write_text("\n".join(pin for _, pin, _ in ADVISORIES.values()))
    done = audit(str(tmp_path / "all.zip"), "-r", str(tmp_path / "pins.txt"))
    assert done.returncode == 1, done.stderr
    assert {code for code in ADVISORIES if code in done.stdout} == {code for code in ADVISORIES if "FOUND" in code}
    assert "7 advisories, the newest of 2026-11-01" in done.stdout


@pytest.mark.parametrize("content", [None, b"no zip", "empty"])
def test_invalid_database_is_reported(tmp_path: Path, content: bytes | str | None) -> None:
    path = tmp_path / "all.zip"
    if content == "empty":
        zipfile.ZipFile(path, "w").close()
    elif isinstance(content, bytes):
        path.write_bytes(content)
    done = audit(str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("NOT AUDITED: ")
