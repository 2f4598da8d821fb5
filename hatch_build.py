"""Build hook: an editable install finds the bundled bots, package ``arena_bots``, where they are edited: in ``bots/``."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundledBots(BuildHookInterface[Any]):
    """Hatchling renames a folder in a wheel (``sources``), but not in an editable install; there a one-line package points at it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds a wheel."""
        if version != "editable":
            build_data["force_include"][str(Path(self.root, "bots"))] = "arena_bots"
            return
        pointer = Path(self.root, ".venv", "arena_bots.py")
        pointer.parent.mkdir(exist_ok=True)
        pointer.write_text(f"__path__ = [{str(Path(self.root, 'bots'))!r}]\n", encoding="utf-8")
        build_data["force_include_editable"][str(pointer)] = "arena_bots/__init__.py"
