"""Proxy sheets: a PDF with nine cards per A4 page in true size, with cut marks.

The PDF is written without a library: cached JPEG faces are embedded as they are, once each, so that sixty proxies cost
no more than reading their files.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

MM = 72 / 25.4
PAGE_MM = (210.0, 297.0)
CARD_MM = (63.0, 88.0)
COLUMNS, ROWS = 3, 3
PER_PAGE = COLUMNS * ROWS
MARK_MM, MARK_GAP_MM = 5.0, 1.0
MAX_CARDS = 400


@dataclass(frozen=True, slots=True)
class Proxy:
    """A face as JPEG with its size in pixels, and the number of copies."""

    jpeg: bytes
    pixels: tuple[int, int]
    count: int = 1


def sheet_pdf(proxies: Sequence[Proxy], *, title: str = "") -> bytes:
    """Return the PDF; raises ValueError for more than MAX_CARDS cards."""
    total = sum(proxy.count for proxy in proxies)
    if total > MAX_CARDS:
        sentence = _("%(total)s cards are too many to print at once; at most %(most)s.")
        raise ValueError(sentence % {"total": total, "most": MAX_CARDS})
    order = [number for number, proxy in enumerate(proxies) for _ in range(proxy.count)]
    pages = [order[start : start + PER_PAGE] for start in range(0, len(order), PER_PAGE)] or [[]]
    pdf = _Pdf()
    images = [pdf.add(_image_object(proxy)) for proxy in proxies]
    # The page tree needs its number before its pages are written.
    tree = pdf.reserve()
    leaves = []
    for page in pages:
        content = pdf.add(_stream(b"", _page_content(page)))
        used = " ".join(f"/F{number} {images[number]} 0 R" for number in sorted(set(page)))
        box = " ".join(f"{side * MM:.3f}" for side in PAGE_MM)
        leaves.append(
            pdf.add(
                f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 {box}]/Contents {content} 0 R"
                f"/Resources<</XObject<<{used}>>>>>>".encode()
            )
        )
    kids = " ".join(f"{leaf} 0 R" for leaf in leaves)
    pdf.fill(tree, f"<</Type/Pages/Kids[{kids}]/Count {len(leaves)}>>".encode())
    # No print scaling: printers would shrink the cards to fit the page into their margins.
    catalog = pdf.add(f"<</Type/Catalog/Pages {tree} 0 R/ViewerPreferences<</PrintScaling/None>>>>".encode())
    info = pdf.add(b"<</Title" + _encode_text(title) + b">>")
    return pdf.render(catalog=catalog, info=info)


def card_positions() -> list[tuple[float, float]]:
    """Return the lower left corner of each card on a page in mm, in reading order."""
    left = (PAGE_MM[0] - COLUMNS * CARD_MM[0]) / 2
    low = (PAGE_MM[1] - ROWS * CARD_MM[1]) / 2
    return [
        (left + column * CARD_MM[0], low + (ROWS - 1 - row) * CARD_MM[1])
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]


def _page_content(page: Sequence[int]) -> bytes:
    lines = [
        f"q {CARD_MM[0] * MM:.4f} 0 0 {CARD_MM[1] * MM:.4f} {x * MM:.4f} {y * MM:.4f} cm /F{number} Do Q"
        for number, (x, y) in zip(page, card_positions(), strict=False)
    ]
    marks = [f"{a * MM:.4f} {b * MM:.4f} m {c * MM:.4f} {d * MM:.4f} l S" for a, b, c, d in _cut_marks()]
    return "\n".join([*lines, "0.4 w 0.35 G", *marks]).encode()


def _cut_marks() -> Iterable[tuple[float, float, float, float]]:
    """Yield the cut marks: short lines in the margins."""
    left, low = card_positions()[PER_PAGE - COLUMNS]
    right, high = left + COLUMNS * CARD_MM[0], low + ROWS * CARD_MM[1]
    for column in range(COLUMNS + 1):
        x = left + column * CARD_MM[0]
        yield x, low - MARK_GAP_MM - MARK_MM, x, low - MARK_GAP_MM
        yield x, high + MARK_GAP_MM, x, high + MARK_GAP_MM + MARK_MM
    for row in range(ROWS + 1):
        y = low + row * CARD_MM[1]
        yield left - MARK_GAP_MM - MARK_MM, y, left - MARK_GAP_MM, y
        yield right + MARK_GAP_MM, y, right + MARK_GAP_MM + MARK_MM, y


def _image_object(proxy: Proxy) -> bytes:
    width, height = proxy.pixels
    head = (
        f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB"
        "/BitsPerComponent 8/Filter/DCTDecode"
    )
    return _stream(head.encode(), proxy.jpeg)


def _stream(head: bytes, data: bytes) -> bytes:
    return b"<<%b/Length %d>>\nstream\n%b\nendstream" % (head, len(data), data)


def _encode_text(text: str) -> bytes:
    """Encode a text string as UTF-16 in hexadecimal, which needs no escaping."""
    return b"<FEFF" + text.encode("utf-16-be", "replace").hex().encode() + b">"


class _Pdf:
    """A PDF file: numbered objects, and a table of their offsets."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def add(self, body: bytes) -> int:
        self._objects.append(body)
        return len(self._objects)

    def reserve(self) -> int:
        return self.add(b"null")

    def fill(self, number: int, body: bytes) -> None:
        self._objects[number - 1] = body

    def render(self, *, catalog: int, info: int) -> bytes:
        parts = [b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"]
        offsets, at = [], len(parts[0])
        for number, body in enumerate(self._objects, start=1):
            part = b"%d 0 obj\n%b\nendobj\n" % (number, body)
            offsets.append(at)
            parts.append(part)
            at += len(part)
        table = "".join(f"{start:010d} 00000 n \n" for start in offsets)
        parts.append(f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n{table}".encode())
        root = f"/Size {len(offsets) + 1}/Root {catalog} 0 R/Info {info} 0 R"
        parts.append(f"trailer\n<<{root}>>\nstartxref\n{at}\n%%EOF\n".encode())
        return b"".join(parts)
