"""Finding the words to translate, in templates and in Python files. Keeping them is catalogues.py."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from django.utils.translation.template import templatize

from signum_site.config.environment import BASE_DIR

FOLDERS = ("signum_site", "collection", "decks", "simulator")
ARGUMENTS = {
    "gettext": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
}
STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(n?p?gettext|_)\(({STRING}(?:\s*,\s*{STRING})*)", re.DOTALL)


class BrokenFileError(ValueError):
    """A file that cannot be read; the sentence says which one, where and why."""


@dataclass(frozen=True, slots=True)
class Message:
    """Words to translate, and the files that use them."""

    msgid: str
    plural: str = ""
    context: str = ""
    files: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.msgid


def extract(*, root: Path = BASE_DIR, folders: Iterable[str] = FOLDERS) -> list[Message]:
    """Every message of the templates and Python files in the folders, in the order of their words."""
    found: dict[tuple[str, str], Message] = {}
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.*")):
        file = path.relative_to(root)
        if path.suffix == ".py" and "migrations" not in file.parts:
            messages = python_messages(path.read_text(encoding="utf-8"), file=file.as_posix())
        elif path.suffix in {".html", ".txt"} and "templates" in file.parts:
            messages = template_messages(path.read_text(encoding="utf-8"), file=file.as_posix())
        else:
            continue
        for message in messages:
            known = found.setdefault(message.key, message)
            files = tuple(dict.fromkeys((*known.files, *message.files)))
            found[message.key] = replace(known, plural=known.plural or message.plural, files=files)
    return sorted(found.values(), key=lambda message: (message.msgid.casefold(), message.msgid, message.context))


def template_messages(source: str, *, file: str) -> Iterator[Message]:
    try:
        # Django writes the tags as gettext calls, and blanks out everything else.
        marked = templatize(source, origin=file)
    except SyntaxError as fault:
        raise BrokenFileError(f"{fault}.") from fault
    for name, strings in CALL.findall(marked):
        yield _message("gettext" if name == "_" else name, ast.literal_eval(f"({strings},)"), file)


def python_messages(source: str, *, file: str) -> Iterator[Message]:
    if "translation" not in source:
        return  # most files, and all of the pure rooms, import nothing to translate with
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError as fault:
        raise BrokenFileError(f"{file}, line {fault.lineno}: {fault.msg}.") from fault
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation")
    aliases = {alias.asname or alias.name: alias.name for node in imports for alias in node.names}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = _called(node.func, aliases).removesuffix("_lazy").removesuffix("_noop")
        values = (argument.value if isinstance(argument, ast.Constant) else None for argument in node.args)
        strings = [value for value in takewhile(lambda value: isinstance(value, str), values) if isinstance(value, str)]
        # Words that arrive in a variable are found where the variable got them.
        if name in ARGUMENTS and len(strings) >= len(ARGUMENTS[name]):
            yield _message(name, strings, file)


def _called(function: ast.expr, aliases: dict[str, str]) -> str:
    """Django's name of the function called: `_` may be gettext, gettext_lazy or nothing of the kind."""
    match function:
        case ast.Name(id=name):
            return aliases.get(name, "")
        case ast.Attribute(value=ast.Name(id="translation"), attr=name):
            return name
    return ""


def _message(function: str, strings: Sequence[str], file: str) -> Message:
    named = dict(zip(ARGUMENTS[function], strings, strict=False))
    return Message(named["msgid"], plural=named.get("plural", ""), context=named.get("context", ""), files=(file,))
