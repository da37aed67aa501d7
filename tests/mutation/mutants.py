"""All mutants of a module: each is its tree with one small change.

Events are no rules, so what only reports them is left alone, as are assertions and texts.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.operators import condition_variants, early_returns, expression_variants, is_droppable

ROOT = Path(__file__).parents[2]
RULES = ROOT / "simulator/games/signum/rules"
Branch = ast.If | ast.While


@dataclass(kw_only=True)
class Mutant:
    """One change of one statement. `parent.field`, or its item `place`, becomes `variant`."""

    file: Path
    tree: ast.Module
    function: str
    operator: str
    lines: range
    """The lines of the statement, without those inside it."""
    before: str
    parent: ast.AST
    field: str
    place: int | None
    variant: ast.AST
    statement: ast.stmt
    after: str = ""
    number: int = 1
    """Counts mutants that read alike within a function."""

    def swap(self) -> None:
        """Makes the change, or takes it back."""
        container = getattr(self.parent, self.field)
        if self.place is None:
            setattr(self.parent, self.field, self.variant)
            self.variant = container
        else:
            container[self.place], self.variant = self.variant, container[self.place]

    @property
    def key(self) -> str:
        """Names the mutant as long as the statement stays the same, wherever it stands."""
        name = self.file.relative_to(RULES).with_suffix("").as_posix()
        number = f" ({self.number})" if self.number > 1 else ""
        return f"{name} {self.function} {self.operator}: {self.before} -> {self.after}{number}"


def module_mutants(file: Path) -> list[Mutant]:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    mutants = []
    seen: Counter[str] = Counter()
    for name, function in _functions(tree):
        for mutant in _function_mutants(function, file=file, tree=tree, name=name):
            mutant.swap()
            mutant.after = _described(mutant)
            mutant.swap()
            if mutant.after != mutant.before:  # while True stays as it is
                seen[mutant.key] += 1
                mutant.number = seen[mutant.key]
                mutants.append(mutant)
    return mutants


def _described(mutant: Mutant) -> str:
    if mutant.operator == "drop":
        return "pass"
    if mutant.operator == "return":
        return f"{ast.unparse(mutant.parent.__dict__[mutant.field][mutant.place].body[0])}; …"
    return header(mutant.statement)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))


def _function_mutants(function: ast.FunctionDef, *, file: Path, tree: ast.Module, name: str) -> Iterator[Mutant]:
    for parent, field, place, statement in _statements(function):
        common = {
            "file": file,
            "tree": tree,
            "function": name,
            "lines": header_lines(statement),
            "before": header(statement),
            "statement": statement,
        }
        for operator, at, variant in _variants(parent, field, place, statement, function):
            ast.copy_location(variant, statement)
            ast.fix_missing_locations(variant)
            yield Mutant(operator=operator, parent=at[0], field=at[1], place=at[2], variant=variant, **common)  # type: ignore[arg-type]


At = tuple[ast.AST, str, int | None]


def _variants(
    parent: ast.AST, field: str, place: int, statement: ast.stmt, function: ast.FunctionDef
) -> Iterator[tuple[str, At, ast.AST]]:
    here = (parent, field, place)
    if is_droppable(statement):
        yield "drop", here, ast.Pass()
    if parent is function and place > _first(function) and not isinstance(statement, ast.Return):
        for early in early_returns(function):
            # Code that is not reached keeps the function a generator, and its local variables.
            yield "return", here, ast.If(ast.Constant(1), [early], [statement])
    if isinstance(statement, ast.AugAssign):
        for _, changed in expression_variants(ast.BinOp(ast.Constant(""), statement.op, ast.Constant(""))):
            if isinstance(changed, ast.BinOp):
                yield "arithmetic", (statement, "op", None), changed.op
    if isinstance(statement, Branch):
        for operator, variant in condition_variants():
            yield operator, (statement, "test", None), variant
    for at, expression in _expressions(statement):
        for operator, variant in expression_variants(expression):
            yield operator, at, variant


def _first(function: ast.FunctionDef) -> int:
    """The place of the first statement that is no docstring."""
    return 1 if ast.get_docstring(function) is not None else 0


def _statements(node: ast.AST) -> Iterator[tuple[ast.AST, str, int, ast.stmt]]:
    for field in ("body", "orelse", "handlers", "finalbody"):
        children = getattr(node, field, [])
        for place, child in enumerate(children if isinstance(children, list) else []):
            if isinstance(child, ast.ExceptHandler):
                yield from _statements(child)
            elif not _is_report(child):
                yield node, field, place, child
                yield from _statements(child)


def _is_report(statement: ast.stmt) -> bool:
    """Whether it only reports, or only helps the reader or the type checker."""
    text = header(statement)
    is_event = text.startswith(("if position.listening", "position.log.", "self.position.log."))
    return is_event or isinstance(statement, ast.Assert)


def _expressions(statement: ast.stmt) -> Iterator[tuple[At, ast.expr]]:
    """The expressions of a statement with their places, without those of statements inside it, and annotations."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        parent = waiting.pop()
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "decorator_list", "returns", "args") and isinstance(parent, ast.stmt):
                continue
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.expr):
                    yield (parent, field, place if isinstance(value, list) else None), child
                if isinstance(child, (ast.expr, ast.comprehension, ast.keyword, ast.withitem)):
                    waiting.append(child)


def header(statement: ast.stmt) -> str:
    """The statement as text, of a compound statement its first line."""
    if not hasattr(statement, "body"):
        return ast.unparse(statement)
    hollow = copy.copy(statement)
    for field in ("body", "orelse", "handlers", "finalbody"):
        if hasattr(hollow, field):
            setattr(hollow, field, [ast.Pass()] if field == "body" else [])
    return ast.unparse(hollow).partition("\n    pass")[0]


def header_lines(statement: ast.stmt) -> range:
    body = getattr(statement, "body", None)
    end = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, end + 1)
