"""Our JSON Schemas tried on files, by a validator that is not ours."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    """A validator; jsonschema's own error for a schema that is none."""
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
