"""One Chromium per test process, and a new visitor for each test."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db.backends.signals import connection_created
from playwright.sync_api import Browser, Page, sync_playwright

# Playwright's synchronous API runs an event loop in this thread. Django would refuse database access because of it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}


def read_without_locks(connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA read_uncommitted = true")


@pytest.fixture(scope="session", autouse=True)
def pages_read_while_others_write() -> Iterator[None]:
    """Lets pages be read while another thread writes.

    The database of these tests is in memory and shared by threads. There, unlike in a file, a reader does not wait for
    a writer but fails at once.
    """
    connection_created.connect(read_without_locks)
    yield
    connection_created.disconnect(read_without_locks)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium")
    if not path:
        pytest.fail("No Chromium: run this part with make test-browser, which finds or installs one.", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """A visitor with a browser window, and the console errors of that window."""

    page: Page
    site: str
    scripts: bool = True
    faults: list[str] = field(default_factory=list)

    def goto(self, path: str) -> None:
        self.page.goto(f"{self.site}{path}")

    def check_page(self) -> None:
        """Check for console errors, horizontal scrolling and accessibility violations.

        Only serious and critical violations count.
        """
        assert self.faults == []
        width = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert width[0] <= width[1], f"{self.page.url} is {width[0]} pixels wide in a window of {width[1]}"
        if not self.scripts:
            return  # the accessibility checker is a script
        findings = [
            f"{finding['id']}: {finding['help']}: {finding['nodes'][0]['html']}"
            for finding in Axe().run(self.page).response["violations"]
            if finding["impact"] in ("serious", "critical")
        ]
        assert findings == []


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def scripts() -> bool:
    """Whether the browser runs scripts.

    Override with `parametrize("scripts", [False])`.
    """
    return True


@pytest.fixture
def visitor(chromium: Browser, live_server, size: str, scripts: bool) -> Iterator[Visitor]:
    context = chromium.new_context(
        viewport=SIZES[size], locale="en", has_touch=size == "phone", java_script_enabled=scripts
    )
    context.set_default_timeout(10_000)
    context.set_default_navigation_timeout(30_000)
    visitor = Visitor(page=context.new_page(), site=live_server.url, scripts=scripts)
    visitor.page.on("console", lambda message: message.type == "error" and visitor.faults.append(message.text))
    visitor.page.on("pageerror", lambda fault: visitor.faults.append(str(fault)))
    yield visitor
    context.close()
    assert visitor.faults == [], "the console shows errors"
