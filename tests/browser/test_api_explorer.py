"""Swagger UI under the site's content security policy: it shows the schema, and requests can be tried."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.cards import signum_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 30_000


def test_explorer_shows_every_operation_and_sends_requests(visitor: Visitor) -> None:
    signum_cards()
    page, hosts = visitor.page, set()
    page.on("request", lambda request: hosts.add(re.sub(r"^(https?://[^/]+|\w+:).*", r"\1", request.url, flags=re.S)))
    page.set_default_timeout(WAIT)
    visitor.goto("/api/docs/")
    expect(page.locator(".opblock-tag").first).to_be_visible(timeout=WAIT)
    assert page.locator(".opblock-tag").count() >= 9
    page.locator(".opblock-tag", has_text="sets").click()
    operation = page.locator("#operations-sets-sets_list")
    operation.locator(".opblock-summary-control").click()
    operation.locator(".try-out__btn").click()
    operation.locator("select").filter(has_text="page").select_option("page")
    operation.locator(".execute").click()
    expect(operation.locator(".live-responses-table .response .response-col_status")).to_contain_text(
        "200", timeout=WAIT
    )
    expect(operation.locator(".live-responses-table")).to_contain_text("Core set")
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width[0] <= width[1]
    assert hosts <= {visitor.site, "data:"}
    assert visitor.faults == []
