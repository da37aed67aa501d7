"""Virus scans of uploads, with a stand-in that implements clamd's INSTREAM."""

import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver

from collection.stock.services import collection_create
from signum_site.core import virus_scan
from signum_site.core.virus_scan import scan_upload
from tests.decks.samples import person

MARK = b"SIGNUM-MALWARE-MARKER"


class Scanner:
    """Accepts connections one by one.

    `says` replaces the reply; None closes the connection without one.
    """

    def __init__(self, listening: socket.socket) -> None:
        self.listening, self.received, self.says = listening, list[bytes](), "as it is"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection = self.listening.accept()[0]
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                assert stream.read(10) == b"zINSTREAM\0"
                data = b""
                while length := struct.unpack("!L", stream.read(4))[0]:
                    data += stream.read(length)
                self.received.append(data)
                found = b"stream: Signum.Test FOUND\0" if MARK in data else b"stream: OK\0"
                connection.sendall(found if self.says == "as it is" else self.says.encode())


@pytest.fixture(params=["unix", "tcp"])
def scanner(request: pytest.FixtureRequest, tmp_path: Path, settings: Any) -> Iterator[Scanner]:
    if request.param == "unix":
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(tmp_path / "clamd.ctl"))
        settings.SCANNER_URL = f"unix://{tmp_path}/clamd.ctl"
    else:
        listening = socket.create_server(("127.0.0.1", 0))
        settings.SCANNER_URL = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
    listening.listen()
    yield Scanner(listening)
    listening.close()


def test_a_harmless_file_passes_and_stays_readable(scanner: Scanner) -> None:
    data = bytes(range(256)) * 1000
    file = ContentFile(data)
    scan_upload(file)
    assert scanner.received == [data]
    assert file.read() == data


def test_malware_is_rejected_with_its_name(scanner: Scanner) -> None:
    with pytest.raises(ValidationError) as refused:
        scan_upload(ContentFile(b"x" * 70_000 + MARK))
    assert refused.value.messages == ["This file was not taken: the virus scanner found “Signum.Test” in it."]


@pytest.mark.parametrize("says", ["", "INSTREAM size limit exceeded. ERROR\0", "nonsense", "stream: OK FOUND it"])
def test_an_invalid_reply_rejects_the_file(scanner: Scanner, says: str) -> None:
    scanner.says = says
    with pytest.raises(ValidationError, match="The virus scanner does not answer"):
        scan_upload(ContentFile(b"harmless"))


@pytest.mark.parametrize("address", ["unix:///nowhere/clamd.ctl", "tcp://127.0.0.1:1"])
def test_a_missing_scanner_rejects_the_file(settings: Any, address: str) -> None:
    settings.SCANNER_URL = address
    with pytest.raises(ValidationError, match="The virus scanner does not answer"):
        scan_upload(ContentFile(b"harmless"))


def test_a_silent_scanner_times_out(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virus_scan, "TIMEOUT_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings.SCANNER_URL = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(ValidationError, match="The virus scanner does not answer"):
            scan_upload(ContentFile(b"harmless"))


def test_a_file_too_large_to_scan_is_not_sent(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virus_scan, "MAX_BYTES", 3)
    with pytest.raises(ValidationError, match="at most 3 are taken"):
        scan_upload(ContentFile(b"four"))
    assert scanner.received == []


def test_without_a_scanner_nothing_is_scanned() -> None:
    scan_upload(ContentFile(MARK))


def test_every_file_field_is_scanned() -> None:
    get_resolver().url_patterns  # noqa: B018 (every module with forms is loaded)
    waiting, ours = [forms.BaseForm], []
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith(("collection", "decks", "simulator", "signum_site")):
            ours += [field for field in form.base_fields.values() if isinstance(field, forms.FileField)]
    assert len(ours) >= 3
    assert all(scan_upload in field.validators for field in ours)


@pytest.mark.django_db
def test_the_pages_show_the_scan_error(scanner: Scanner, client: Client) -> None:
    user = person()
    client.force_login(user)
    collection = collection_create(owner=user, system="signum", name="Shelf")
    for address in (f"/collection/{collection.pk}/import/", "/decks/import/", "/account/archive/in/"):
        for data, said in ((b"1 Fireball " + MARK, "found “Signum.Test” in it"), (b"1 Fireball", "")):
            answer = client.post(address, {"file": SimpleUploadedFile("list.csv", data)})
            assert ("the virus scanner" in answer.content.decode()) == bool(said), address
            assert said in answer.content.decode()
    assert len(scanner.received) == 6


@pytest.mark.django_db
def test_art_uploads_show_the_scan_error(scanner: Scanner, client: Client) -> None:
    client.force_login(person(is_staff=True, is_superuser=True))
    answer = client.post("/admin/collection/cardart/add/", {"upload": SimpleUploadedFile("art.png", MARK)})
    assert "the virus scanner found “Signum.Test” in it" in answer.content.decode()
