"""Realistic presses with a finger or a mouse button.

A press goes down at a point, stays for 80 ms, and goes up at the same point.

Playwright's own `click` locates the element again for every event and waits until it is stable. A user does neither.
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
    """The centre of the target.

    Scrolls to it first, unless the page is already scrolled.
    """
    for _ in range(20):
        place = target.evaluate(MIDDLE, scrolled)
        if place is not None:  # None if the page has just replaced the element
            return place[0], place[1]
    raise AssertionError(f"{target} has no place on the page")


class Hand:
    """Press at a point, whatever element is there by then."""

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
        self._send("touchStart", [{"x": place[0], "y": place[1]}])

    def up(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Mouse(Hand):
    def down(self, place: tuple[float, float]) -> None:
        self.page.mouse.move(*place)
        self.page.mouse.down()

    def up(self) -> None:
        self.page.mouse.up()


def hand_of(page: Page, size: str) -> Hand:
    return Finger(page) if size == "phone" else Mouse(page)


def press_repeatedly(hand: Hand, target: Locator, *, times: int, pause: int) -> None:
    """Press several times at the same point without locating the target again."""
    place = middle(target)
    for _ in range(times):
        hand.press(place)
        hand.page.wait_for_timeout(pause)


def slow_network(page: Page, *, latency: int = 300) -> None:
    """Add latency, so that presses happen while earlier requests are still pending."""
    session = page.context.new_cdp_session(page)
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **rates})
