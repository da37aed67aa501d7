"""Comparing values that hold no equality of their own: abilities, effects, targets."""


def content(value: object) -> object:
    """Everything a value holds, down to plain data, for comparing."""
    if isinstance(value, tuple):
        return tuple(content(part) for part in value)
    if isinstance(value, str | int | float):
        return value
    # Compiled classes have no slots; they list their attributes elsewhere.
    fields = getattr(type(value), "__mypyc_attrs__", None) or getattr(type(value), "__slots__", ())
    return {name: content(getattr(value, name)) for name in fields} if fields else value


def same(one: object, other: object) -> bool:
    return content(one) == content(other)
