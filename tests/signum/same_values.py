"""Comparing values that hold no equality of their own: abilities, effects, targets."""


def content(value: object) -> object:
    """Everything a value holds, down to plain data, for comparing."""
    if isinstance(value, tuple):
        return tuple(content(part) for part in value)
    if hasattr(type(value), "__slots__") and not isinstance(value, str | int | float):
        return {name: content(getattr(value, name)) for name in type(value).__slots__}
    return value


def same(one: object, other: object) -> bool:
    return content(one) == content(other)
