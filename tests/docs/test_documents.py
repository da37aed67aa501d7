"""The documents a stranger reads first: the index names every one, and README keeps its promises."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from signum_site.config.environment import BASE_DIR

DOCS = BASE_DIR / "docs"
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 100_000


def test_the_index_names_every_document() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    named = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", index)}
    documents = {*DOCS.rglob("*.md"), *BASE_DIR.glob("*.md")} - {DOCS / "README.md"}
    assert sorted(str(path.relative_to(BASE_DIR)) for path in documents - named) == []


DOCUMENTS = sorted({*DOCS.rglob("*.md"), *BASE_DIR.glob("*.md")})


def anchors(text: str) -> set[str]:
    """What may stand behind the # of a link to a document: its headings, as they are made into addresses."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_every_link_leads_somewhere(document: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "`", prose)):
        name, _, anchor = link.partition("#")
        if re.match(r"https?:", link):
            continue
        target = (document.parent / name).resolve() if name else document
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            lost.append(link)
    assert lost == []


def test_every_picture_is_small_and_shown() -> None:
    for picture in (DOCS / "pictures").iterdir():
        assert picture.stat().st_size <= LARGEST_PICTURE, picture.name
        assert f"docs/pictures/{picture.name}" in README


@pytest.mark.parametrize("path", sorted(set(re.findall(r"http://127\.0\.0\.1:8000(/[^)\s\"]*)", README))))
def test_every_address_in_the_tour_leads_to_a_page(path: str) -> None:
    assert resolve(path).func


def test_every_file_a_command_in_readme_reads_is_there_or_made_before() -> None:
    made = {"my_deck.txt", "my_card.json"}  # copied, and written as docs/adding_a_card.md shows
    named = set(re.findall(r"^(?:cp|\.venv/bin/python) .*?(\S+\.(?:txt|yaml|csv|json))", README, re.MULTILINE))
    assert [name for name in named - made if not (BASE_DIR / name).is_file()] == []


def test_every_command_in_the_tour_is_there() -> None:
    commands = set(re.findall(r"manage\.py (\w+)", README)) - {"createsuperuser"}
    there = {path.stem for path in BASE_DIR.glob("*/management/commands/*.py")}
    assert commands - there == set()
    targets = set(re.findall(r"^(?:CARD_FOLDERS=\S+ )?make ([a-z-]+)", README, re.MULTILINE))
    makefile = Path(BASE_DIR / "Makefile").read_text()
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
