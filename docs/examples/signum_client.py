"""A small client for the API of the Signum deck tool. It needs nothing but Python's standard library.

    from signum_client import Signum

    site = Signum("http://127.0.0.1:8000", token="signum_…")
    for card in site.cards("t:character f:vallor"):
        print(card["name"])

Copy this file beside your program. docs/api.md describes the answers.
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
FINISHED = ("done", "cancelled", "failed")


class SignumError(Exception):
    """The site refused a request."""

    def __init__(self, status: int, answer: Any, request_id: str = "") -> None:
        self.status, self.answer, self.request_id = status, answer, request_id
        super().__init__(f"{status}: {_message(answer)}")


class Signum:
    """One site, as one user. Without a token only what every visitor may see."""

    def __init__(
        self, site: str, *, token: str = "", language: str = "en", timeout_s: float = 30, tries: int = 3
    ) -> None:
        if urllib.parse.urlsplit(site).scheme not in ("http", "https"):
            raise ValueError(f"{site!r} is not the address of a site; it begins with http:// or https://")
        self.root = f"{site.rstrip('/')}/api/v1/"
        self.headers = {"Accept": "application/json", "Accept-Language": language}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.timeout_s, self.tries = timeout_s, tries

    # Cards

    def cards(self, query: str = "", **params: object) -> Iterator[Json]:
        """Every card that a search finds, page by page."""
        return self.pages("cards/", q=query, **params)

    def card(self, code: str, *, system: str = "signum") -> Json:
        return self.get(f"cards/{system}/{code}/")

    # Decks

    def validate(self, text: str, **fields: object) -> Json:
        """Whether a deck is legal, with every problem and ways to fix it."""
        return self.post("decks/validate/", {"text": text, **fields})

    def parse(self, text: str, **fields: object) -> Json:
        """The cards of a decklist or deck code, and the lines that could not be read."""
        return self.post("decks/parse/", {"text": text, **fields})

    def save_deck(self, text: str, *, name: str = "", **fields: object) -> Json:
        return self.post("decks/", {"text": text, **({"name": name} if name else {}), **fields})

    def save_version(self, deck: int, text: str, *, parent: int, message: str = "") -> Json:
        """The next version of a deck. Raises SignumError with status 409 if `parent` is not the newest."""
        return self.post(f"decks/{deck}/versions/", {"text": text, "parent": parent, "message": message})

    def export_deck(self, deck: int, kind: str = "text") -> str:
        return self.request("GET", f"decks/{deck}/export/{kind}/", accept="*/*").decode()

    # Collections

    def holdings(self, collection: int) -> Iterator[Json]:
        return self.pages(f"collection/{collection}/holdings/")

    def change_holdings(self, collection: int, changes: list[Json], *, why: str = "", key: str = "") -> Json:
        """Enters changes. With a `key` they are entered once, however often they are sent."""
        return self.post(f"collection/{collection}/changes/", {"changes": changes, "why": why, "key": key})

    # Simulations

    def simulate(self, deck: Json, *, against: list[Json] | None = None, games: int = 100, **fields: object) -> Json:
        """Starts a simulation; `deck` is {"text": …}, {"version": …} or {"reference": …}."""
        body: Json = {"deck": deck, "games": games, **fields}
        return self.post("simulations/", body | ({"against": against} if against else {}))

    def wait(self, simulation: str, *, every_s: float = 1.0, timeout_s: float = 600.0) -> Json:
        """The simulation once it is finished. Raises TimeoutError if that takes longer."""
        deadline = time.monotonic() + timeout_s
        while (state := self.get(f"simulations/{simulation}/"))["state"] not in FINISHED:
            if time.monotonic() > deadline:
                raise TimeoutError(f"simulation {simulation} is {state['state']} after {timeout_s:.0f} s")
            time.sleep(every_s)
        return state

    def results(self, simulation: str) -> Json:
        return self.get(f"simulations/{simulation}/results/")

    def replay(self, simulation: str, *, matchup: int = 0, pair: int = 0, game: int = 0) -> Json:
        return self.get(f"simulations/{simulation}/replays/{matchup}/{pair}/{game}/")

    # Requests

    def get(self, path: str, **params: object) -> Any:
        return json.loads(self.request("GET", _with_params(path, params)))

    def post(self, path: str, body: Mapping[str, object]) -> Any:
        """The answer; None if it is empty, because nothing changed."""
        return json.loads(self.request("POST", path, body) or b"null")

    def pages(self, path: str, **params: object) -> Iterator[Json]:
        """The entries of a list, asking for the next page when one is used up."""
        address = _with_params(path, {"shape": "page", **params})
        while address:
            page = json.loads(self.request("GET", address))
            yield from page["results"]
            address = _query_of(page.get("next"), path)

    def request(self, method: str, path: str, body: Mapping[str, object] | None = None, *, accept: str = "") -> bytes:
        """Sends a request and returns the body of the answer. Waits and tries again if the site says so (429)."""
        headers = dict(self.headers) | ({"Accept": accept} if accept else {})
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        for attempt in range(1, self.tries + 1):
            request = urllib.request.Request(self.root + path, data, headers, method=method)  # noqa: S310
            try:
                with _OPENER.open(request, timeout=self.timeout_s) as response:
                    return bytes(response.read())
            except urllib.error.HTTPError as error:
                retry_after = error.headers.get("Retry-After", "")
                if error.code == 429 and retry_after.isdecimal() and attempt < self.tries:
                    time.sleep(int(retry_after))
                    continue
                raise SignumError(error.code, _parse(error.read()), error.headers.get("X-Request-ID", "")) from None
        raise AssertionError("tries must be at least 1")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an error: following it would send the token to another address."""

    def redirect_request(self, *_arguments: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _query_of(address: str | None, path: str) -> str:
    """The same list with the query of its next page; empty without one. A proxy may have changed the rest."""
    return f"{path}?{urllib.parse.urlsplit(address).query}" if address else ""


def _with_params(path: str, params: Mapping[str, object]) -> str:
    query = urllib.parse.urlencode({name: value for name, value in params.items() if value not in ("", None)})
    return f"{path}?{query}" if query else path


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


def _message(answer: Any) -> str:
    """The sentence of an error, or the whole answer if it has none."""
    if isinstance(answer, dict):
        if "detail" in answer:
            return str(answer["detail"])
        if isinstance(answer.get("problems"), list):
            return " ".join(str(problem.get("message", problem)) for problem in answer["problems"])
    return str(answer)
