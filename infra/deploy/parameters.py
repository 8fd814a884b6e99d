"""The parameters of template.yaml: earlier values, given values, and their form for sam.

An empty parameter resets it to the template's default. All parameters are then given to sam with their values, because
sam keeps the previous value of missing ones.
"""

import cloudformation
import yaml


class Wrong(Exception):
    """The reason why a parameter is invalid, as a sentence."""


def of(template):
    """Each parameter with its default as text; None where it has none."""
    declared = cloudformation.load(template)["Parameters"]
    return {name: str(entry["Default"]) if "Default" in entry else None for name, entry in declared.items()}


def given(pairs):
    """The parameters of the command line: Name=value, or Name= for the default."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Wrong(f"{pair} is no parameter: write Name=value")
        found[name] = value
    return found


def merged(defaults, earlier, now):
    """The stack's future parameters. Parameters that the template no longer has are dropped."""
    unknown = now.keys() - defaults.keys()
    if unknown:
        raise Wrong(f"template.yaml has no parameter {', '.join(sorted(unknown))}")
    chosen = {name: value for name, value in defaults.items() if value is not None}
    chosen |= {name: value for name, value in earlier.items() if name in defaults}
    for name, value in now.items():
        if value == "" and defaults[name] is None:
            raise Wrong(f"{name} has no default to go back to")
        chosen[name] = value if value != "" else defaults[name]
    return chosen


def write(chosen, file):
    """For `sam deploy --parameter-overrides file://…`, which accepts empty values; a command line would need quotes."""
    file.write_text(yaml.safe_dump(chosen), encoding="utf-8")
    return f"file://{file}"
