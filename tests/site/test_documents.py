"""The documents a stranger reads first: the index names every one, and README keeps its promises."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from signum_site.environment import BASE_DIR

DOCS = BASE_DIR / "docs"
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 100_000


def test_the_index_names_every_document() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    named = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", index)}
    documents = {*DOCS.rglob("*.md"), *BASE_DIR.glob("*.md")} - {DOCS / "README.md"}
    assert sorted(str(path.relative_to(BASE_DIR)) for path in documents - named) == []


def test_every_picture_is_small_and_shown() -> None:
    for picture in (DOCS / "pictures").iterdir():
        assert picture.stat().st_size <= LARGEST_PICTURE, picture.name
        assert f"docs/pictures/{picture.name}" in README


@pytest.mark.parametrize("path", sorted(set(re.findall(r"http://127\.0\.0\.1:8000(/[^)\s\"]*)", README))))
def test_every_address_in_the_tour_leads_to_a_page(path: str) -> None:
    assert resolve(path).func


def test_every_command_in_the_tour_is_there() -> None:
    commands = set(re.findall(r"manage\.py (\w+)", README)) - {"createsuperuser"}
    there = {path.stem for path in BASE_DIR.glob("*/management/commands/*.py")}
    assert commands - there == set()
    targets = set(re.findall(r"^(?:CARD_FOLDERS=\S+ )?make ([a-z-]+)", README, re.MULTILINE))
    makefile = Path(BASE_DIR / "Makefile").read_text()
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
