"""Swagger UI is part of the site, and needs no exception from the content security policy."""

import re

from django.test import Client


def test_explorer_loads_only_files_of_the_site(client: Client) -> None:
    page = client.get("/api/docs/")
    text = page.content.decode()
    files = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert [name for name in files if not name.startswith("/")] == []
    assert sum("drf_spectacular_sidecar" in name for name in files) == 2
    assert re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", text) is None


def test_explorer_has_the_policy_of_every_page(client: Client) -> None:
    policies = {client.get(path).headers["Content-Security-Policy"] for path in ("/api/docs/", "/about/")}
    assert len(policies) == 1
    assert "unsafe" not in policies.pop()
