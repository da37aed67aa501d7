"""`make audit DATABASE=all.zip`: pip-audit against a downloaded copy of the OSV database, where there is no network.

The copy is OSV's export of the ecosystem PyPI, one JSON file per advisory. pip-audit sends the requests it would send
to OSV; a server on the loopback answers from the copy. What the copy does not cover is never reported as safe.
"""

import json
import subprocess
import sys
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

Advisory = dict[str, Any]
FILES = ("-r", "requirements.txt", "-r", "requirements-dev.txt")


def advisories_read(path: Path) -> dict[str, list[Advisory]]:
    """By canonical name of the package, which is also how pip-audit compares them."""
    by_name: dict[str, list[Advisory]] = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            advisory = json.loads(archive.read(name)) if name.endswith(".json") else {}
            for affected in advisory.get("affected", []):
                if affected.get("package", {}).get("ecosystem") == "PyPI":
                    affected["package"]["name"] = canonicalize_name(affected["package"]["name"])
                    by_name.setdefault(affected["package"]["name"], []).append(advisory)
    return by_name


def is_affected(advisory: Advisory, *, name: str, version: str) -> bool:
    """Whether the version is listed, or within a range; a range that cannot be read counts as affected."""
    for affected in advisory["affected"]:
        if affected.get("package") != {**affected.get("package", {}), "name": name, "ecosystem": "PyPI"}:
            continue
        if version in affected.get("versions", ()):
            return True
        ranges = [one for one in affected.get("ranges", ()) if one["type"] == "ECOSYSTEM"]
        if any(within(one["events"], Version(version)) for one in ranges):
            return True
    return False


def within(events: list[dict[str, str]], version: Version) -> bool:
    try:
        marks = sorted((Version(value), kind) for event in events for kind, value in event.items() if kind != "limit")
    except InvalidVersion:
        return True
    spans = pairwise([*marks, (None, "end")])
    return any(
        kind == "introduced" and begin is not None and begin <= version and _before(version, end, closing)
        for (begin, kind), (end, closing) in spans
    )


def _before(version: Version, end: Version | None, closing: str) -> bool:
    if end is None:
        return True
    return version <= end if closing == "last_affected" else version < end


def server_of(known: dict[str, list[Advisory]]) -> ThreadingHTTPServer:
    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            name, version = asked["package"]["name"], asked["version"]
            found = {one["id"]: one for one in known.get(name, ()) if is_affected(one, name=name, version=version)}
            body = json.dumps({"vulns": list(found.values())}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            """Keeps the terminal quiet."""

    return ThreadingHTTPServer(("127.0.0.1", 0), Answer)


def main(database: str, *files: str) -> int:
    try:
        known = advisories_read(Path(database))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as fault:
        sys.stderr.write(f"NOT AUDITED: {database} is no copy of the OSV database ({fault}).\n")
        return 2
    advisories = {one["id"]: one for of_package in known.values() for one in of_package}
    if not advisories:
        sys.stderr.write(f"NOT AUDITED: {database} holds no advisory about a package of PyPI.\n")
        return 2
    newest = max(str(one.get("modified", "")) for one in advisories.values())
    sys.stdout.write(f"{database}: {len(advisories)} advisories, the newest of {newest}. Later ones are not known.\n")
    sys.stdout.flush()
    server = server_of(known)
    Thread(target=server.serve_forever, daemon=True).start()
    options = ("--strict", "--disable-pip", "--no-deps", "--progress-spinner", "off", "--vulnerability-service", "osv")
    command = [sys.executable, "-m", "pip_audit", *options, "--osv-url", f"http://127.0.0.1:{server.server_port}/"]
    return subprocess.run([*command, *(files or FILES)], check=False).returncode  # noqa: S603 - our own words


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
