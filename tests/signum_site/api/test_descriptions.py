"""Every operation of the API has a summary, an example and a typed answer, and the examples match the schema."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

METHODS = ("get", "post", "put", "patch", "delete")
SCHEMA: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
OPERATIONS = {
    f"{method.upper()} {path}": item[method]
    for path, item in SCHEMA["paths"].items()
    for method in METHODS
    if method in item
}
LONGEST_SUMMARY = 90


def answers(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Media types and contents of the successful answers that have any."""
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            yield from response.get("content", {}).items()


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    return SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def untyped(schema: dict[str, Any], where: str = "answer", seen: tuple[str, ...] = ()) -> Iterator[str]:
    """Parts of a schema that allow anything."""
    name = schema.get("$ref", "")
    if name in seen:
        return
    seen, schema = (*seen, name) if name else seen, resolved(schema)
    options = [option for word in ("oneOf", "anyOf", "allOf") for option in schema.get(word, ())]
    for option in options:
        yield from untyped(option, where, seen)
    if options:
        return
    if schema.get("type") == "array":
        yield from untyped(schema.get("items", {}), f"{where}[]", seen)
    elif schema.get("type") == "object":
        for key, inner in schema.get("properties", {}).items():
            yield from untyped(inner, f"{where}.{key}", seen)
        others = schema.get("additionalProperties")
        if others is not None or not schema.get("properties"):
            yield from untyped(others if isinstance(others, dict) else {}, f"{where}.*", seen)
    elif "type" not in schema and "enum" not in schema:
        yield where


def strict(schema: Any) -> Any:
    """The schema as JSON Schema: null where it is allowed, and no keys but those described."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return strict(resolved(schema))
    plain = {key: strict(value) for key, value in schema.items() if key not in ("nullable", "example")}
    if plain.get("type") == "object" and isinstance(plain.get("properties"), dict):
        plain.setdefault("additionalProperties", False)
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_has_a_short_summary(name: str) -> None:
    assert 0 < len(OPERATIONS[name].get("summary", "")) <= LONGEST_SUMMARY


@pytest.mark.parametrize("name", OPERATIONS)
def test_answer_is_typed(name: str) -> None:
    contents = list(answers(OPERATIONS[name]))
    assert contents or "204" in OPERATIONS[name]["responses"]
    assert [where for _, content in contents for where in untyped(content["schema"])] == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_has_examples_that_match_the_schema(name: str) -> None:
    operation = OPERATIONS[name]
    sent = list(operation.get("requestBody", {}).get("content", {}).values())
    answered = [content for _, content in answers(operation) if content["schema"].get("format") != "binary"]
    for content in sent or answered:
        assert content.get("examples"), "without an example"
    for content in [*sent, *answered]:
        for example in content.get("examples", {}).values():
            errors = Draft202012Validator(strict(content["schema"])).iter_errors(example["value"])
            assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_older_shapes_are_marked_as_deprecated() -> None:
    shapes = SCHEMA["components"]["schemas"]
    decks = shapes["PaginatedDeckBriefList"]["properties"]
    assert {name for name, schema in decks.items() if schema.get("deprecated")} == {"decks", "following"}
    page, array = shapes["PaginatedSetList"]["oneOf"]
    assert page["required"] == ["count", "next", "previous", "results"]
    assert array["deprecated"] is True
    assert "2027-06-30" in array["description"]
