"""Deploys the stack with `sam deploy`, after checks that sam lacks. Parameters that are not named keep their values.

    python3 infra/deploy/deploy.py [--stack-name NAME] [--no-execute-changeset] [Parameter=value …]

sam ignores a misspelt parameter, and `sam deploy --guided` offers the template's defaults, which would undo what an
existing stack has. An empty value is `Parameter=`. Afterwards the stack is protected against deletion.
"""

import argparse
import os
import re
import subprocess
import sys
from difflib import get_close_matches
from pathlib import Path

ROOT = Path.cwd()


def parameters(template):
    """Returns the names of a template's parameters."""
    section = re.search(r"^Parameters:\n(.*?)^\S", template, re.M | re.S)
    return re.findall(r"^  (\w+):$", section.group(1), re.M)


def override(text, known):
    """Returns a parameter as sam reads it."""
    name, is_assigned, value = text.partition("=")
    if name not in known:
        similar = get_close_matches(name, known, 1)
        sys.exit(f"deploy: no parameter is called {name}.{f' Did you mean {similar[0]}?' if similar else ''}")
    if not is_assigned:
        sys.exit(f"deploy: {name} needs a value: {name}=…")
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}="{quoted}"'


def has_region():
    command = ["aws", "configure", "get", "region"]
    return (
        any(os.environ.get(name) for name in ("AWS_DEFAULT_REGION", "AWS_REGION"))
        or subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--stack-name", default="larder")
    parser.add_argument("--no-execute-changeset", action="store_true", help="only show what would change")
    parser.add_argument("parameters", nargs="*", metavar="Parameter=value")
    arguments = parser.parse_args()
    known = parameters((ROOT / "template.yaml").read_text(encoding="utf-8"))
    overrides = [override(one, known) for one in arguments.parameters]
    if not has_region():
        sys.exit("deploy: no region is set: export AWS_DEFAULT_REGION=eu-central-1")
    command = ["sam", "deploy", "--stack-name", arguments.stack_name]
    command += ["--no-execute-changeset"] if arguments.no_execute_changeset else []
    command += ["--parameter-overrides", *overrides] if overrides else []
    code = subprocess.run(command, check=False).returncode
    if code == 0 and not arguments.no_execute_changeset:
        protect = ["aws", "cloudformation", "update-termination-protection", "--enable-termination-protection"]
        code = subprocess.run([*protect, "--stack-name", arguments.stack_name], check=False).returncode
    sys.exit(code)


if __name__ == "__main__":
    main()
