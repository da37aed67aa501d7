"""Finds translatable strings in templates and Python files."""

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
    """A file cannot be parsed; the message says which one, where and why."""


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable string, and the files that use it."""

    msgid: str
    plural: str = ""
    context: str = ""
    files: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.msgid


def extract(*, root: Path = BASE_DIR, folders: Iterable[str] = FOLDERS) -> list[Message]:
    """All messages in the templates and Python files of the folders, sorted."""
    by_key: dict[tuple[str, str], Message] = {}
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.*")):
        file = path.relative_to(root)
        if path.suffix == ".py" and "migrations" not in file.parts:
            messages = python_messages(path.read_text(encoding="utf-8"), file=file.as_posix())
        elif path.suffix in {".html", ".txt"} and "templates" in file.parts:
            messages = template_messages(path.read_text(encoding="utf-8"), file=file.as_posix())
        else:
            continue
        for message in messages:
            known = by_key.setdefault(message.key, message)
            files = tuple(dict.fromkeys((*known.files, *message.files)))
            by_key[message.key] = replace(known, plural=known.plural or message.plural, files=files)
    return sorted(by_key.values(), key=lambda message: (message.msgid.casefold(), message.msgid, message.context))


def template_messages(source: str, *, file: str) -> Iterator[Message]:
    try:
        # Django turns the tags into gettext calls, and blanks out everything else.
        marked = templatize(source, origin=file)
    except SyntaxError as fault:
        raise BrokenFileError(f"{fault}.") from fault
    for name, strings in CALL.findall(marked):
        yield _build_message("gettext" if name == "_" else name, ast.literal_eval(f"({strings},)"), file)


def python_messages(source: str, *, file: str) -> Iterator[Message]:
    if "translation" not in source:
        return  # most files import nothing from django.utils.translation
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError as fault:
        raise BrokenFileError(f"{file}, line {fault.lineno}: {fault.msg}.") from fault
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation")
    aliases = {alias.asname or alias.name: alias.name for node in imports for alias in node.names}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = _function_name(node.func, aliases).removesuffix("_lazy").removesuffix("_noop")
        values = (argument.value if isinstance(argument, ast.Constant) else None for argument in node.args)
        strings = [value for value in takewhile(lambda value: isinstance(value, str), values) if isinstance(value, str)]
        # A string in a variable is found where it is assigned.
        if name in ARGUMENTS and len(strings) >= len(ARGUMENTS[name]):
            yield _build_message(name, strings, file)


def _function_name(function: ast.expr, aliases: dict[str, str]) -> str:
    """The Django name of the called function: `_` may be gettext or gettext_lazy.

    Empty for functions that are not from django.utils.translation.
    """
    match function:
        case ast.Name(id=name):
            return aliases.get(name, "")
        case ast.Attribute(value=ast.Name(id="translation"), attr=name):
            return name
    return ""


def _build_message(function: str, strings: Sequence[str], file: str) -> Message:
    arguments = dict(zip(ARGUMENTS[function], strings, strict=False))
    return Message(
        arguments["msgid"], plural=arguments.get("plural", ""), context=arguments.get("context", ""), files=(file,)
    )
