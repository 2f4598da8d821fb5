"""``arena rules``: lists, explains, compares and validates rule sets."""

from __future__ import annotations

import json

import click


@click.command(epilog="Examples: arena rules · arena rules setback · arena rules --diff jpgames setback · arena rules house.yaml")
@click.argument("which", required=False, metavar="[NAME|FILE]")
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the rule set as YAML with every knob in it.")
@click.option("--diff", nargs=2, metavar="A B", help="Show what differs between two rule sets, names or files.")
@click.option(
    "--schema",
    is_flag=False,
    flag_value="rules",
    type=click.Choice(["rules", "tournament"]),
    help="Print the JSON Schema of rule files, or of tournament files, for editors.",
)
def command(which: str | None, diff: tuple[str, str] | None, schema: str | None, *, as_yaml: bool) -> None:
    """List the built-in rule sets, explain the one called NAME, or check FILE and explain it.

    A file with faults is answered with all of them and exit code 2.
    """
    from arena.rulesets import load, names
    from arena.rulesets.explain import explanation
    from arena.rulesets.overview import difference, listing, yaml_text

    if sum((which is not None, diff is not None, schema is not None)) > 1 or (as_yaml and which is None):
        raise click.UsageError("give one of NAME, FILE, --diff and --schema; --yaml goes with NAME or FILE")
    if diff is not None:
        click.echo(difference(load(diff[0]), load(diff[1])), nl=False)
    elif schema is not None:
        click.echo(json.dumps(_schema(schema), indent=2, ensure_ascii=False))
    elif which is None:
        click.echo(listing(), nl=False)
    elif as_yaml:
        click.echo(yaml_text(load(which)), nl=False)
    else:
        rules = load(which)
        checked = "" if which in names() else f"{which}: OK\n\n"
        click.echo(checked + explanation(rules), nl=False)


def _schema(kind: str) -> object:
    from arena.config import tournament_schema
    from arena.rulesets.schema import rules_schema

    return rules_schema() if kind == "rules" else tournament_schema()
