"""What a hand does: a finger or a mouse button goes down at a place, stays 80 ms, and goes up where it went down.

Playwright's own `click` finds the element again for every event and waits until it stands still. A hand does neither.
"""

from playwright.sync_api import CDPSession, Locator, Page

HELD_MS = 80
FAST_MS = 40
HUMAN_MS = 200
MIDDLE = """(target, scrolled) => {
  if (!scrolled) target.scrollIntoView({block: "center"});
  const box = target.getBoundingClientRect();
  return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle(target: Locator, *, scrolled: bool = False) -> tuple[float, float]:
    """Where a visitor who looks at it presses. They scroll to it first, once, unless the page is scrolled already."""
    for _ in range(20):
        place = target.evaluate(MIDDLE, scrolled)
        if place is not None:  # else the page has just replaced it by another
            return place[0], place[1]
    raise AssertionError(f"{target} has no place on the page")


class Hand:
    """Presses at a place, whatever is there by then."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def down(self, place: tuple[float, float]) -> None:
        raise NotImplementedError

    def up(self) -> None:
        raise NotImplementedError

    def press(self, place: tuple[float, float]) -> None:
        self.down(place)
        self.page.wait_for_timeout(HELD_MS)
        self.up()


class Finger(Hand):
    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.session: CDPSession = page.context.new_cdp_session(page)

    def down(self, place: tuple[float, float]) -> None:
        self._sends("touchStart", [{"x": place[0], "y": place[1]}])

    def up(self) -> None:
        self._sends("touchEnd", [])

    def _sends(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Mouse(Hand):
    def down(self, place: tuple[float, float]) -> None:
        self.page.mouse.move(*place)
        self.page.mouse.down()

    def up(self) -> None:
        self.page.mouse.up()


def hand_of(page: Page, size: str) -> Hand:
    return Finger(page) if size == "phone" else Mouse(page)


def presses(hand: Hand, target: Locator, *, times: int, pause: int) -> None:
    """Several presses at the same place, without a look in between."""
    place = middle(target)
    for _ in range(times):
        hand.press(place)
        hand.page.wait_for_timeout(pause)


def slow_line(page: Page, *, latency: int = 300) -> None:
    """Answers take their time, as on a phone outdoors: presses come while others are under way."""
    session = page.context.new_cdp_session(page)
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **rates})
