"""Adds the error responses that all operations share to the OpenAPI schema."""

from typing import Any

ERROR_SHAPE = "Fault"
METHODS = ("get", "post", "put", "patch", "delete")
ALWAYS = {
    "401": "The token is not known, or one is needed.",
    "406": "The answer cannot be given in what `Accept` asks for.",
    "429": "Asked too often: `Retry-After` says how many seconds to wait.",
}
WITH_INPUT = {"400": "What was sent is refused; the sentence says why."}
WITH_BODY = {"415": "What was sent is not JSON."}
CHANGING = {"403": "Not yours to change, or a browser's request without the token against forged forms."}
WITH_LOOKUP = {"404": "There is nothing at this address that you may see."}
NO_NUL = r"^[^\x00]*$"  # PostgreSQL cannot handle NUL: see NulMiddleware
LIMITS = {
    "RateLimit-Limit": "Requests allowed in the time the limit counts.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until there are more.",
}


def add_common_responses(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    result.setdefault("components", {}).setdefault("schemas", {})[ERROR_SHAPE] = {
        "type": "object",
        "description": "Why not. Besides the sentence, what is wrong with each field under its name.",
        "properties": {"detail": {"type": "string"}},
        "required": ["detail"],
        "additionalProperties": {},
    }
    for path, item in result["paths"].items():
        for method in METHODS:
            if method in item:
                _add_responses(item[method], changes=method != "get", has_path_parameter="{" in path)
    return result


def _add_responses(operation: dict[str, Any], *, changes: bool, has_path_parameter: bool) -> None:
    has_body = "requestBody" in operation
    query = [parameter["schema"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
    has_query = bool(query)
    for schema in query:
        if schema["type"] == "string" and "enum" not in schema:
            schema["pattern"] = NO_NUL
    responses = ALWAYS | (CHANGING if changes else {}) | (WITH_LOOKUP if has_path_parameter or has_query else {})
    responses |= (WITH_INPUT if has_body or has_query else {}) | (WITH_BODY if has_body else {})
    for status, about in responses.items():
        operation["responses"].setdefault(status, _error_response(about))
    for response in operation["responses"].values():
        response.setdefault("headers", {}).update(
            {name: {"schema": {"type": "integer"}, "description": about} for name, about in LIMITS.items()}
        )
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _error_response(about: str) -> dict[str, Any]:
    return {
        "description": about,
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{ERROR_SHAPE}"}}},
    }
