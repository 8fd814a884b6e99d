"""Builds the functions as Lambda runs them and weighs them: `make package` (ARCHITECTURE=x86_64 for the other processor).

    python3 infra/deploy/package.py [--architecture arm64|x86_64] [--weigh-only]

`sam build` leaves each function in .aws-sam/build/<Name>Function/bootstrap. What is printed is the zip that is uploaded and the SHA-256 of the program. Too heavy a function is a failure.
"""

import argparse
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import lambda_profile

ROOT = Path(__file__).resolve().parents[2]
# Lambda fetches and unpacks a zip before a cold start; the reader brings its networks along.
MOST_MB = {"ScansFunction": 30.0}
MOST_MB_OTHERWISE = 3.0


class Failed(Exception):
    """Why there is nothing to deploy, in a sentence."""


def build(architecture, root=ROOT):
    environment = {**os.environ, **lambda_profile.environment(root), "SAM_CLI_TELEMETRY": "0"}
    command = [sys.executable, "-m", "samcli", "build", "--parameter-overrides", f"Architecture={architecture}"]
    try:
        with lambda_profile.lent(root):
            finished = subprocess.run(command, cwd=root, env=environment, check=False)
    except lambda_profile.InTheWay as error:
        raise Failed(str(error)) from error
    if finished.returncode != 0:
        raise Failed("sam build failed; see above.")


def zipped(program):
    """As large as what sam uploads: one file, deflated."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.write(program, "bootstrap")
    return archive.getbuffer().nbytes


def weigh(root=ROOT):
    programs = sorted((root / ".aws-sam/build").glob("*Function/bootstrap"))
    if not programs:
        raise Failed("Nothing is built: .aws-sam/build has no function.")
    heavy = []
    print(f"{'function':22} {'program':>9} {'zip':>9}   SHA-256 of the program")
    for program in programs:
        name, size, zip_size = program.parent.name, program.stat().st_size / 1e6, zipped(program) / 1e6
        print(f"{name:22} {size:6.2f} MB {zip_size:6.2f} MB   {hashlib.sha256(program.read_bytes()).hexdigest()}")
        if zip_size > MOST_MB.get(name, MOST_MB_OTHERWISE):
            heavy.append(f"{name} ({zip_size:.2f} MB, at most {MOST_MB.get(name, MOST_MB_OTHERWISE):.0f})")
    if heavy:
        raise Failed(f"Too heavy: {', '.join(heavy)}")


def main():
    parser = argparse.ArgumentParser(description="Build the functions for Lambda and weigh them.")
    parser.add_argument("--architecture", default="arm64", choices=["arm64", "x86_64"])
    parser.add_argument("--weigh-only", action="store_true", help="weigh what is built already")
    arguments = parser.parse_args()
    try:
        if not arguments.weigh_only:
            build(arguments.architecture)
        weigh()
    except Failed as reason:
        sys.exit(f"package: {reason}")


if __name__ == "__main__":
    main()
