"""Writes a bill of materials (CycloneDX 1.5, JSON) of everything that is shipped: each function, `larder`, the site,
and the packages of the deployment's own function. `infra/deploy/sbom.sh` runs it.

    python3 infra/deploy/sbom.py [--architecture arm64|x86_64] [--out target/sbom]

cargo-cyclonedx and npm list the packages. Details of this machine (folders, time, a random number) are removed, so that
one commit gives the same bytes everywhere. Built functions (`make package`) are listed with their hash, and the
reader's models with theirs.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGETS = {"arm64": "aarch64-unknown-linux-gnu", "x86_64": "x86_64-unknown-linux-gnu"}
# Programs that contain the reader and its models.
READERS = ("scans", "larder")


class Failed(Exception):
    """The reason why there is no bill of materials, as a sentence."""


def said(command, cwd=ROOT):
    finished = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise Failed(f"{' '.join(command)} failed: {finished.stderr.strip()}")
    return finished.stdout


def commit_date():
    seconds = int(said(["git", "log", "-1", "--format=%ct"]))
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def members():
    """Name and folder of each crate of ours that is shipped as a program."""
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    others = {ROOT / folder for folder in workspace.get("exclude", [])}
    folders = [folder for pattern in workspace["members"] for folder in ROOT.glob(pattern) if folder not in others]
    named = {
        tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8"))["package"]["name"]: folder
        for folder in folders
    }
    return {name: folder for name, folder in sorted(named.items()) if (folder / "src/main.rs").is_file()}


def of_programs(target):
    """cargo-cyclonedx writes beside the manifests of all members; they are read and removed."""
    said(
        [
            "cargo",
            "cyclonedx",
            "--describe",
            "binaries",
            "--target",
            target,
            "--no-build-deps",
            "--format",
            "json",
            "--spec-version",
            "1.5",
        ]
    )
    bills = {}
    try:
        for name, folder in members().items():
            bills[name] = json.loads((folder / f"{name}_bin.cdx.json").read_text(encoding="utf-8"))
    finally:
        for written in [*ROOT.glob("*/*/*_bin.cdx.json"), *ROOT.glob("*/*_bin.cdx.json")]:
            written.unlink()
    return bills


def networks():
    lines = (ROOT / "infra/models/SHA256SUMS").read_text(encoding="utf-8").split("\n")
    pairs = [line.split() for line in lines if line and not line.startswith("#")]
    return [
        {"type": "machine-learning-model", "name": name, "hashes": [{"alg": "SHA-256", "content": digest}]}
        for digest, name in pairs
    ]


def of_site():
    """The bundled packages; build and test packages are not shipped."""
    web = ROOT / "web"

    def names(node, found):
        for name, inner in node.get("dependencies", {}).items():
            found.add(name)
            names(inner, found)
        return found

    shipped = names(json.loads(said(["npm", "ls", "--omit", "dev", "--all", "--json"], web)), set())
    bill = json.loads(said(["npm", "sbom", "--sbom-format", "cyclonedx"], web))
    bill["components"] = [
        part
        for part in bill["components"]
        if "/".join(filter(None, [part.get("group"), part["name"]])) in shipped or part["name"] in shipped
    ]
    kept = {part["bom-ref"] for part in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
    bill["dependencies"] = [
        {**one, "dependsOn": [ref for ref in one.get("dependsOn", []) if ref in kept]}
        for one in bill.get("dependencies", [])
        if one["ref"] in kept
    ]
    missing = (
        shipped
        - {"/".join(filter(None, [part.get("group"), part["name"]])) for part in bill["components"]}
        - {part["name"] for part in bill["components"]}
    )
    if missing:
        raise Failed(f"npm sbom does not list {', '.join(sorted(missing))}")
    return bill


def of_setup():
    """The packages from PyPI that the setup function has beside Lambda's Python, with the hashes of their wheels."""
    text = (ROOT / "infra/deploy/setup.txt").read_text(encoding="utf-8")
    components = []
    for name, version, hashes in re.findall(r"^([\w-]+)==(\S+)((?:\s+\\\s+--hash=sha256:\w+)+)", text, re.M):
        digests = re.findall(r"sha256:(\w+)", hashes)
        purl = f"pkg:pypi/{name}@{version}"
        components.append(
            {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "purl": purl,
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
            }
        )
    component = {"type": "application", "bom-ref": "setup", "name": "setup"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "metadata": {"component": component},
        "components": components,
    }


def settled(bill, date):
    """The same for the same commit, wherever and whenever it is made."""
    bill.pop("serialNumber", None)
    bill["metadata"]["timestamp"] = date
    return json.loads(json.dumps(bill).replace(f"file://{ROOT}", "file:///larder"))


def bound(bill, name):
    """With the hash of the program, where `make package` has built it."""
    program = ROOT / "target/lambda" / name / "bootstrap"
    if program.is_file():
        digest = hashlib.sha256(program.read_bytes()).hexdigest()
        bill["metadata"]["component"]["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return bill


def main():
    parser = argparse.ArgumentParser(description="Write the bills of materials.")
    parser.add_argument("--architecture", default="arm64", choices=TARGETS)
    parser.add_argument("--out", type=Path, default=ROOT / "target/sbom")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        date = commit_date()
        bills = of_programs(TARGETS[arguments.architecture])
        for name in READERS:
            bills[name]["components"] += networks()
        bills["site"] = of_site()
        bills["setup"] = of_setup()
        for name, bill in sorted(bills.items()):
            bill = bound(settled(bill, date), name)
            (arguments.out / f"{name}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
            digest = bill["metadata"]["component"].get("hashes", [{}])[0].get("content", "not built")
            print(f"{name:14} {len(bill['components']):4} components   {digest}")
    except Failed as reason:
        sys.exit(f"sbom: {reason}")
    print(f"written to {os.path.relpath(arguments.out)}")


if __name__ == "__main__":
    main()
