"""Builds the functions for Lambda and prints their sizes: `make package` (ARCHITECTURE=x86_64 for the other processor).

    python3 infra/deploy/package.py [--architecture arm64|x86_64] [--sizes-only]

One `cargo lambda build` in the profile `lambda` writes each function to target/lambda/<name>/bootstrap, where
`template.yaml` refers to it. The built site goes to target/lambda/site, and the setup function to target/lambda/setup;
`sam deploy` needs nothing else. Prints the zip size and the SHA-256 of each program. Fails if a function is too large.
"""

import argparse
import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = [
    "items",
    "scans",
    "shopping-list",
    "sharing",
    "preferences",
    "transfer",
    "programs",
    "identity",
    "reminders",
]
# Lambda's oldest processor for arm64 is Graviton2.
COMPILER_FLAGS = {"arm64": ["-C", "target-cpu=neoverse-n1"], "x86_64": []}
# The modules of the setup function (custom_resources.py), and its runtime in template.yaml.
SETUP = ["custom_resources.py", "keys.py", "site_upload.py"]
SETUP_PYTHON = "3.13"
WHEELS = {"arm64": "aarch64", "x86_64": "x86_64"}
# Lambda fetches and unpacks the zip before a cold start; scans contains the reader's models and their engine.
MAX_ZIP_MB = {"scans": 45.0}
DEFAULT_MAX_ZIP_MB = 3.0

# A fixed token that opens a larder in programs with debug assertions.
DEVELOPMENT_TOKEN = b"larder-development-token"


class PackageError(Exception):
    """The reason why nothing can be deployed."""


def environment(architecture, root=ROOT):
    """Returns compiler flags, by which the same commit gives the same bytes on every machine."""
    replacements = {str(root): "larder", os.environ.get("CARGO_HOME", str(Path.home() / ".cargo")): "cargo"}
    rust = COMPILER_FLAGS[architecture] + [f"--remap-path-prefix={path}={name}" for path, name in replacements.items()]
    return {
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(rust),
        "CFLAGS": " ".join(f"-ffile-prefix-map={path}={name}" for path, name in replacements.items()),
        # Without the jitter entropy, which takes some 40 ms of every cold start:
        # https://github.com/aws/aws-lc-rs/issues/1140
        "AWS_LC_SYS_NO_JITTER_ENTROPY": "1",
    }


def build(architecture, functions=FUNCTIONS, root=ROOT):
    engine = [sys.executable, str(root / "infra/models/get.py"), "--architecture", WHEELS[architecture]]
    if subprocess.run(engine, check=False).returncode != 0:
        raise PackageError("The reader's engine for this processor could not be downloaded; see above.")
    command = ["cargo", "lambda", "build", "--locked", "--profile", "lambda", "--lambda-dir", "target/lambda"]
    command += [{"arm64": "--arm64", "x86_64": "--x86-64"}[architecture]]
    command += [part for name in functions for part in ("--package", name, "--bin", name)]
    finished = subprocess.run(command, cwd=root, env={**os.environ, **environment(architecture, root)}, check=False)
    if finished.returncode != 0:
        raise PackageError("cargo lambda build failed; see above.")


def create_empty(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def bundle_site(root=ROOT):
    """Copies the built site into the folder that becomes a layer of the setup function."""
    if not (root / "web/dist/index.html").is_file():
        raise PackageError("The site is not built: run make package.")
    folder = create_empty(root / "target/lambda/site")
    shutil.copytree(root / "web/dist", folder / "site", ignore=shutil.ignore_patterns(".vite", "*.br"))
    shutil.copy(root / "web/openapi.json", folder)


def install_wheels(architecture, folder):
    """Installs the hash-checked wheels of setup.txt for Lambda's processor and Python."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    command += ["--require-hashes", "--only-binary", ":all:", "--implementation", "cp"]
    command += ["--python-version", SETUP_PYTHON, "--platform", f"manylinux2014_{WHEELS[architecture]}"]
    command += ["--root-user-action", "ignore", "--target", str(folder)]
    command += ["--requirement", str(ROOT / "infra/deploy/setup.txt")]
    if subprocess.run(command, check=False).returncode != 0:
        raise PackageError("The packages of infra/deploy/setup.txt could not be installed; see above.")
    # Scripts contain the path of this machine's Python, and records the digests of scripts.
    shutil.rmtree(folder / "bin", ignore_errors=True)
    for record in folder.glob("*.dist-info/RECORD"):
        record.unlink()


def bundle_setup(architecture, root=ROOT):
    folder = create_empty(root / "target/lambda/setup")
    install_wheels(architecture, folder)
    for name in SETUP:
        shutil.copy(ROOT / "infra/deploy" / name, folder)
    (folder / "architecture").write_text(architecture, encoding="utf-8")


def check_config(root=ROOT):
    """Fails if samconfig.toml has parameters, which `sam deploy --guided` saves: each later `sam deploy` would restore
    them silently."""
    if "parameter_overrides" in (root / "samconfig.toml").read_text(encoding="utf-8"):
        raise PackageError(
            "samconfig.toml has parameters, which `sam deploy --guided` saved. They would undo every later change of a"
            " parameter. The stack keeps its own, so take them out: git checkout samconfig.toml"
        )


def build_all(architecture, root=ROOT):
    """Builds everything in target/lambda that template.yaml refers to."""
    check_config(root)
    build(architecture, root=root)
    bundle_site(root)
    bundle_setup(architecture, root)


def zip_bytes(program):
    """Returns the size of the zip that sam uploads."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.write(program, "bootstrap")
    return archive.getbuffer().nbytes


def check_sizes(root=ROOT):
    programs = [root / "target/lambda" / name / "bootstrap" for name in FUNCTIONS]
    programs = [program for program in programs if program.is_file()]
    if not programs:
        raise PackageError("Nothing is built: target/lambda has no function.")
    too_large, for_development = [], []
    print(f"{'function':22} {'program':>9} {'zip':>9}   SHA-256 of the program")
    for program in programs:
        name, size, zip_size = program.parent.name, program.stat().st_size / 1e6, zip_bytes(program) / 1e6
        print(f"{name:22} {size:6.2f} MB {zip_size:6.2f} MB   {hashlib.sha256(program.read_bytes()).hexdigest()}")
        if DEVELOPMENT_TOKEN in program.read_bytes():
            for_development.append(name)
        max_mb = MAX_ZIP_MB.get(name, DEFAULT_MAX_ZIP_MB)
        if zip_size > max_mb:
            too_large.append(f"{name} ({zip_size:.2f} MB, at most {max_mb:.0f})")
    if for_development:
        raise PackageError(f"Built for development, with its token: {', '.join(for_development)}")
    if too_large:
        raise PackageError(f"Too large: {', '.join(too_large)}")


def main():
    parser = argparse.ArgumentParser(description="Build the functions for Lambda and print their sizes.")
    parser.add_argument("--architecture", default="arm64", choices=["arm64", "x86_64"])
    parser.add_argument("--sizes-only", action="store_true", help="print the sizes of built functions")
    arguments = parser.parse_args()
    try:
        if not arguments.sizes_only:
            build_all(arguments.architecture)
        check_sizes()
    except PackageError as reason:
        sys.exit(f"package: {reason}")


if __name__ == "__main__":
    main()
