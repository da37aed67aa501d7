"""How operations describe themselves in the OpenAPI schema."""

from drf_spectacular.openapi import AutoSchema


class SummaryAutoSchema(AutoSchema):
    """The summary of an operation is the first sentence of its docstring."""

    def get_summary(self) -> str | None:
        summary = super().get_summary()
        if summary is not None:
            return summary
        sentence = " ".join(str(self.get_description() or "").split("\n\n")[0].split())
        return sentence.partition(". ")[0].removesuffix(".") or None
