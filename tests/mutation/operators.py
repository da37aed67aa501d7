"""Small changes of expressions and statements, one at a time."""

import ast
import copy
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.Pow: ast.Mult,
}
Variant = tuple[str, ast.expr]
"""The name of an operator, and the changed expression."""


def expression_variants(node: ast.expr) -> Iterator[Variant]:
    """The expression with one thing changed; what it contains is changed on its own."""
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        changed = copy.copy(node)
        changed.op = ARITHMETIC[type(node.op)]()
        yield "arithmetic", changed
    elif isinstance(node, ast.BoolOp):
        swapped = copy.copy(node)
        swapped.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", swapped
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node)


def _comparisons(node: ast.Compare) -> Iterator[Variant]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            changed = copy.copy(node)
            changed.ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield "comparison", changed


def _constants(node: ast.Constant) -> Iterator[Variant]:
    if isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)


def condition_variants() -> Iterator[Variant]:
    yield "condition", ast.Constant(True)
    yield "condition", ast.Constant(False)


def is_droppable(statement: ast.stmt) -> bool:
    """Whether the function goes on without it. Without a local variable it would only break down."""
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in statement.targets)
    return isinstance(statement, (ast.Continue, ast.Break)) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    )


def early_returns(function: ast.FunctionDef) -> list[ast.Return]:
    """What the function may return in its middle, by its annotation."""
    returned = ast.unparse(function.returns) if function.returns is not None else ""
    if returned == "None" or returned.endswith("| None"):
        return [ast.Return(ast.Constant(None))]
    return [ast.Return(ast.Constant(value)) for value in (True, False)] if returned == "bool" else []
