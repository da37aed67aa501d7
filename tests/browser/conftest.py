"""A real Chromium: one for each test process, a fresh visitor for each test."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

# Playwright's synchronous interface runs an event loop in this thread, which Django takes for asynchronous code.
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
    """Somebody at a browser window on our site, and what went wrong while they looked."""

    page: Page
    site: str
    scripts: bool = True
    faults: list[str] = field(default_factory=list)

    def goes_to(self, path: str) -> None:
        self.page.goto(f"{self.site}{path}")

    def finds_nothing_wrong(self) -> None:
        """No error in the console, nothing to scroll sideways, no serious finding of the accessibility checker."""
        assert self.faults == []
        width = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert width[0] <= width[1], f"{self.page.url} is {width[0]} pixels wide in a window of {width[1]}"
        if not self.scripts:
            return  # the checker is one
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
    """Whether the visitor's browser runs them; a test says `parametrize("scripts", [False])` if not."""
    return True


@pytest.fixture
def visitor(chromium: Browser, live_server, size: str, scripts: bool) -> Iterator[Visitor]:
    context = chromium.new_context(
        viewport=SIZES[size], locale="en", has_touch=size == "phone", java_script_enabled=scripts
    )
    context.set_default_timeout(10_000)
    context.set_default_navigation_timeout(30_000)
    one = Visitor(page=context.new_page(), site=live_server.url, scripts=scripts)
    one.page.on("console", lambda message: message.type == "error" and one.faults.append(message.text))
    one.page.on("pageerror", lambda fault: one.faults.append(str(fault)))
    yield one
    context.close()
    assert one.faults == [], "the console shows errors"
