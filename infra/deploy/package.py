"""Builds the functions for Lambda and prints their sizes: `make package` (ARCHITECTURE=x86_64 for the other processor).

    python3 infra/deploy/package.py [--architecture arm64|x86_64] [--weigh-only]

One `cargo lambda build` in the profile `lambda` writes each function to target/lambda/<name>/bootstrap, where
`template.yaml` finds it. Prints the size of the uploaded zip and the SHA-256 of the program. Fails if a function is too
large.
"""

import argparse
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = ["items", "scans", "shopping-list", "sharing", "preferences", "identity", "reminders"]
# The oldest processor that Lambda has for arm64 (Graviton2); x86-64 stays at what every one of its processors knows.
COMPILER_FLAGS = {"arm64": ["-C", "target-cpu=neoverse-n1"], "x86_64": []}
# Lambda fetches and unpacks a zip before a cold start; the reader brings its networks along.
MAX_MB = {"scans": 30.0}
MAX_MB_OTHERWISE = 3.0

# A fixed token that opens a larder in programs with debug assertions.
DEVELOPMENT_TOKEN = b"larder-development-token"


class Failed(Exception):
    """Why there is nothing to deploy, in a sentence."""


def environment(architecture, root=ROOT):
    """Compiler flags besides the profile: the same commit gives the same bytes on every machine."""
    renamed = {str(root): "larder", os.environ.get("CARGO_HOME", str(Path.home() / ".cargo")): "cargo"}
    rust = COMPILER_FLAGS[architecture] + [f"--remap-path-prefix={path}={name}" for path, name in renamed.items()]
    return {
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(rust),
        "CFLAGS": " ".join(f"-ffile-prefix-map={path}={name}" for path, name in renamed.items()),
        # Without the jitter entropy, which would take some 40 ms of every cold start:
        # https://github.com/aws/aws-lc-rs/issues/1140
        "AWS_LC_SYS_NO_JITTER_ENTROPY": "1",
    }


def build(architecture, functions=FUNCTIONS, root=ROOT):
    command = ["cargo", "lambda", "build", "--locked", "--profile", "lambda", "--lambda-dir", "target/lambda"]
    command += [{"arm64": "--arm64", "x86_64": "--x86-64"}[architecture]]
    command += [part for name in functions for part in ("--package", name, "--bin", name)]
    finished = subprocess.run(command, cwd=root, env={**os.environ, **environment(architecture, root)}, check=False)
    if finished.returncode != 0:
        raise Failed("cargo lambda build failed; see above.")


def release(template, parameters):
    """The digest of everything that changes the functions: the parameter `Release` of template.yaml."""
    digest = hashlib.sha256(template.read_bytes())
    for name in FUNCTIONS:
        digest.update(hashlib.sha256((template.parent / "target/lambda" / name / "bootstrap").read_bytes()).digest())
    for name, value in sorted(parameters.items()):
        if name != "Release":
            digest.update(f"{name}={value}\n".encode())
    return digest.hexdigest()


def zipped(program):
    """As large as what sam uploads: one file, deflated."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.write(program, "bootstrap")
    return archive.getbuffer().nbytes


def weigh(root=ROOT):
    programs = [root / "target/lambda" / name / "bootstrap" for name in FUNCTIONS]
    programs = [program for program in programs if program.is_file()]
    if not programs:
        raise Failed("Nothing is built: target/lambda has no function.")
    heavy, open_to_all = [], []
    print(f"{'function':22} {'program':>9} {'zip':>9}   SHA-256 of the program")
    for program in programs:
        name, size, zip_size = program.parent.name, program.stat().st_size / 1e6, zipped(program) / 1e6
        print(f"{name:22} {size:6.2f} MB {zip_size:6.2f} MB   {hashlib.sha256(program.read_bytes()).hexdigest()}")
        if DEVELOPMENT_TOKEN in program.read_bytes():
            open_to_all.append(name)
        if zip_size > MAX_MB.get(name, MAX_MB_OTHERWISE):
            heavy.append(f"{name} ({zip_size:.2f} MB, at most {MAX_MB.get(name, MAX_MB_OTHERWISE):.0f})")
    if open_to_all:
        raise Failed(f"Built for development, with its token: {', '.join(open_to_all)}")
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
