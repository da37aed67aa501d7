"""The index lists every document, and README's links and commands work."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from signum_site.config.environment import BASE_DIR

DOCS = BASE_DIR / "docs"
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")
MAX_PICTURE_BYTES = 100_000


def test_index_lists_every_document() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    named = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", index)}
    documents = {*DOCS.rglob("*.md"), *BASE_DIR.glob("*.md")} - {DOCS / "README.md"}
    assert sorted(str(path.relative_to(BASE_DIR)) for path in documents - named) == []


DOCUMENTS = sorted({*DOCS.rglob("*.md"), *BASE_DIR.glob("*.md")})


def anchors(text: str) -> set[str]:
    """The anchors of a document, made from its headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_every_link_works(document: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "`", prose)):
        name, _, anchor = link.partition("#")
        if re.match(r"https?:", link):
            continue
        target = (document.parent / name).resolve() if name else document
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


def test_pictures_are_small_and_used() -> None:
    for picture in (DOCS / "pictures").iterdir():
        assert picture.stat().st_size <= MAX_PICTURE_BYTES, picture.name
        assert f"docs/pictures/{picture.name}" in README


@pytest.mark.parametrize("path", sorted(set(re.findall(r"http://127\.0\.0\.1:8000(/[^)\s\"]*)", README))))
def test_addresses_of_the_tour_exist(path: str) -> None:
    assert resolve(path).func


def test_files_of_readme_commands_exist() -> None:
    made = {"my_deck.txt", "my_card.json"}  # copied, and written as docs/adding_a_card.md shows
    named = set(re.findall(r"^(?:cp|\.venv/bin/python) .*?(\S+\.(?:txt|yaml|csv|json))", README, re.MULTILINE))
    assert [name for name in named - made if not (BASE_DIR / name).is_file()] == []


def test_commands_of_the_tour_exist() -> None:
    commands = set(re.findall(r"manage\.py (\w+)", README)) - {"createsuperuser"}
    existing = {path.stem for path in BASE_DIR.glob("*/management/commands/*.py")}
    assert commands - existing == set()
    targets = set(re.findall(r"^(?:CARD_FOLDERS=\S+ )?make ([a-z-]+)", README, re.MULTILINE))
    makefile = Path(BASE_DIR / "Makefile").read_text()
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_played_tests_run_on_the_compiled_engine() -> None:
    """make test-fast leaves them out, and make test-compiled runs only some folders."""
    makefile = (BASE_DIR / "Makefile").read_text()
    run = set(re.findall(r"tests/[\w/.]+", re.search(r"^PLAYED := .*", makefile, re.MULTILINE)[0]))
    run |= set(re.findall(r"tests/[\w/.]+", makefile.partition("test-compiled: ")[2].partition("\n\n")[0]))
    files = [path for path in (BASE_DIR / "tests").rglob("test_*.py") if "mark.played\n" in path.read_text()]
    marked = [path.relative_to(BASE_DIR) for path in files]
    assert marked
    assert [path for path in marked if not {str(path), *map(str, path.parents)} & run] == []
