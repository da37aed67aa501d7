"""Compare values without `__eq__`: abilities, effects, targets."""


def content(value: object) -> object:
    """The content of a value as plain data, recursively."""
    if isinstance(value, tuple | list):
        return tuple(content(part) for part in value)
    if isinstance(value, str | int | float):
        return value
    # Compiled classes have no `__slots__`: mypyc lists their attributes in `__mypyc_attrs__`.
    fields = getattr(type(value), "__mypyc_attrs__", None) or getattr(type(value), "__slots__", ())
    return {name: content(getattr(value, name)) for name in fields} if fields else value


def same(first: object, second: object) -> bool:
    return content(first) == content(second)
