"""Scanning of uploads, with a fake clamd that implements INSTREAM."""

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
    """Serves one connection after another.

    `reply`, if set, replaces the computed reply.
    """

    def __init__(self, listening: socket.socket) -> None:
        self.listening, self.received = listening, list[bytes]()
        self.reply: str | None = None
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
                verdict = b"stream: Signum.Test FOUND\0" if MARK in data else b"stream: OK\0"
                connection.sendall(verdict if self.reply is None else self.reply.encode())


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


def test_harmless_file_passes_and_stays_readable(scanner: Scanner) -> None:
    data = bytes(range(256)) * 1000
    file = ContentFile(data)
    scan_upload(file)
    assert scanner.received == [data]
    assert file.read() == data


def test_infected_file_is_refused_with_the_name(scanner: Scanner) -> None:
    with pytest.raises(ValidationError) as refused:
        scan_upload(ContentFile(b"x" * 70_000 + MARK))
    assert refused.value.messages == ["This file was not taken: the virus scanner found “Signum.Test” in it."]


@pytest.mark.parametrize("reply", ["", "INSTREAM size limit exceeded. ERROR\0", "nonsense", "stream: OK FOUND it"])
def test_invalid_reply_refuses_the_file(scanner: Scanner, reply: str) -> None:
    scanner.reply = reply
    with pytest.raises(ValidationError, match="The virus scanner does not answer"):
        scan_upload(ContentFile(b"harmless"))


@pytest.mark.parametrize("address", ["unix:///nowhere/clamd.ctl", "tcp://127.0.0.1:1"])
def test_unreachable_scanner_refuses_the_file(settings: Any, address: str) -> None:
    settings.SCANNER_URL = address
    with pytest.raises(ValidationError, match="The virus scanner does not answer"):
        scan_upload(ContentFile(b"harmless"))


def test_silent_scanner_times_out(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virus_scan, "TIMEOUT_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.SCANNER_URL = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ValidationError, match="The virus scanner does not answer"):
            scan_upload(ContentFile(b"harmless"))


def test_too_large_file_is_not_sent(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virus_scan, "MAX_BYTES", 3)
    with pytest.raises(ValidationError, match="at most 3 are taken"):
        scan_upload(ContentFile(b"four"))
    assert scanner.received == []


def test_without_a_scanner_the_file_is_not_touched(settings: Any) -> None:
    settings.SCANNER_URL = ""
    file = ContentFile(MARK)
    file.seek(7)
    scan_upload(file)
    assert file.tell() == 7, "neither read nor rewound"


@pytest.mark.django_db
def test_without_a_scanner_an_upload_is_processed(settings: Any, client: Client) -> None:
    settings.SCANNER_URL = ""
    upload = SimpleUploadedFile("deck.txt", b"1 " + MARK)
    page = client.post("/decks/import/", {"file": upload}).content.decode()
    assert "virus scanner" not in page
    assert MARK.decode() in page, "the deck was read and its unknown card is named"


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
def test_infected_uploads_are_refused_on_every_page(scanner: Scanner, client: Client) -> None:
    user = person()
    client.force_login(user)
    collection = collection_create(owner=user, system="signum", name="Shelf")
    for address in (f"/collection/{collection.pk}/import/", "/decks/import/", "/account/archive/in/"):
        for data, message in ((b"1 Fireball " + MARK, "found “Signum.Test” in it"), (b"1 Fireball", "")):
            page = client.post(address, {"file": SimpleUploadedFile("list.csv", data)}).content.decode()
            assert ("the virus scanner" in page) == bool(message), address
            assert message in page
    assert len(scanner.received) == 6


@pytest.mark.django_db
def test_infected_art_is_refused(scanner: Scanner, client: Client) -> None:
    client.force_login(person(is_staff=True, is_superuser=True))
    response = client.post("/admin/collection/cardart/add/", {"upload": SimpleUploadedFile("art.png", MARK)})
    assert "the virus scanner found “Signum.Test” in it" in response.content.decode()
