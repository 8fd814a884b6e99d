"""The `lambda` profile of Cargo.toml for `sam build`, which can ask cargo for nothing but `release`.

Cargo lets a configuration file change a profile, package by package, which environment variables cannot. So the file is there while it builds, and gone
afterwards; nothing is said twice, since what it says is read from Cargo.toml.
"""

import contextlib
import json
import os
import tomllib
from pathlib import Path

# The oldest processor that Lambda has for arm64 (Graviton2); x86-64 stays at what every one of its processors knows.
PROCESSORS = {"aarch64-unknown-linux-gnu": ["-C", "target-cpu=neoverse-n1"], "x86_64-unknown-linux-gnu": []}
OURS = "# Here while infra/deploy/lambda_profile.py builds, and gone afterwards.\n"


class InTheWay(Exception):
    """Somebody's own cargo settings, which are not ours to change."""


def settings(manifest):
    """`[profile.release]` as Cargo would have to be told it, for `[profile.lambda]` to come out."""
    release, lent = manifest["profile"]["release"], manifest["profile"]["lambda"]
    packages = lent.get("package", {})
    untold = release.get("package", {}).keys() - packages.keys()
    if untold:
        raise ValueError(f"[profile.lambda.package] says nothing of {', '.join(sorted(untold))}, whose `release` settings would stay")
    lines = ["[profile.release]", *pairs({name: value for name, value in lent.items() if name not in ("inherits", "package")})]
    for package, values in packages.items():
        lines += [f"[profile.release.package.{package}]", *pairs(values)]
    return "\n".join(lines) + "\n"


def renamed(root):
    """What a build must not remember, and what it shall say instead: the same commit gives the same bytes wherever it is built."""
    return {str(root): "larder", os.environ.get("CARGO_HOME", str(Path.home() / ".cargo")): "cargo"}


def flags(root):
    """The compiler's flags for each processor that Lambda has."""
    paths = [f"--remap-path-prefix={path}={name}" for path, name in renamed(root).items()]
    # What no compiler makes the linker need not throw away; it throws away what the standard library brings along.
    paths += ["-C", "force-unwind-tables=no", "-C", f"link-arg=-Wl,-T,{root / 'infra/deploy/no-unwinding.ld'}"]
    lines = []
    for target, processor in PROCESSORS.items():
        lines += [f"[target.{target}]", f"rustflags = {json.dumps(processor + paths)}"]
    return "\n".join(lines) + "\n"


def environment(root):
    """What the C compiler has to be told for the same."""
    paths = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in renamed(root).items())
    paths += " -fno-unwind-tables -fno-asynchronous-unwind-tables"
    # Without the jitter entropy, which would take some 40 ms of every cold start: https://github.com/aws/aws-lc-rs/issues/1140
    return {"CFLAGS": paths, "AWS_LC_SYS_NO_JITTER_ENTROPY": "1"}


def pairs(values):
    return [f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {str(value).lower()}" for name, value in values.items()]


@contextlib.contextmanager
def lent(root):
    """Cargo's `release` is `lambda` for as long as this lasts."""
    file = root / ".cargo/config.toml"
    text = OURS + settings(tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))) + flags(root)
    # A build that was killed left ours behind.
    if file.exists() and not file.read_text(encoding="utf-8").startswith(OURS):
        raise InTheWay(f"{file} has settings of yours. Move it away: the build for Lambda needs its place.")
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        if not any(file.parent.iterdir()):
            file.parent.rmdir()
