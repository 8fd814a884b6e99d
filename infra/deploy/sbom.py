"""Writes bills of materials (CycloneDX 1.5, JSON) of each function, `larder`, the site, and the setup function.
`infra/deploy/sbom.sh` runs it.

    python3 infra/deploy/sbom.py [--architecture arm64|x86_64] [--out target/sbom]

cargo-cyclonedx and npm list the packages. Folders, times and random numbers are removed, so that a commit gives the same
bytes on every machine. Built functions (`make package`) and the reader's models are listed with their hashes.
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


class BillError(Exception):
    """The reason why a bill of materials cannot be written."""


def output_of(command, cwd=ROOT):
    finished = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise BillError(f"{' '.join(command)} failed: {finished.stderr.strip()}")
    return finished.stdout


def commit_date():
    seconds = int(output_of(["git", "log", "-1", "--format=%ct"]))
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def members():
    """Returns name and folder of each crate of the workspace that is a program."""
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    others = {ROOT / folder for folder in workspace.get("exclude", [])}
    folders = [folder for pattern in workspace["members"] for folder in ROOT.glob(pattern) if folder not in others]
    named = {
        tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8"))["package"]["name"]: folder
        for folder in folders
    }
    return {name: folder for name, folder in sorted(named.items()) if (folder / "src/main.rs").is_file()}


def of_programs(target):
    """Returns the bills of the programs. cargo-cyclonedx writes them into the folders of the crates."""
    output_of(
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


def models(target):
    """Returns the models, and the engine for the target's processor."""
    lines = (ROOT / "infra/models/SHA256SUMS").read_text(encoding="utf-8").split("\n")
    pairs = [line.split() for line in lines if line and not line.startswith("#")]
    library = f"onnxruntime-{target.split('-')[0]}.so"
    script = (ROOT / "infra/models/get.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^ENGINE_PACKAGE = "onnxruntime==(.+)"$', script, re.M)
    engine = {
        "type": "library",
        "version": version,
        "purl": f"pkg:pypi/onnxruntime@{version}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return [
        {
            **(engine if name == library else {"type": "machine-learning-model"}),
            "name": name,
            "hashes": [{"alg": "SHA-256", "content": digest}],
        }
        for digest, name in pairs
        if name == library or not name.startswith("onnxruntime-")
    ]


def of_site():
    """Returns the bill of the site's packages, without those for build and test. `npm sbom --omit dev` alone lists 10 of 23:
    it leaves out what packages for development need as well, such as React."""
    web = ROOT / "web"

    def names(node, found):
        for name, inner in node.get("dependencies", {}).items():
            found.add(name)
            names(inner, found)
        return found

    shipped = names(json.loads(output_of(["npm", "ls", "--omit", "dev", "--all", "--json"], web)), set())
    bill = json.loads(output_of(["npm", "sbom", "--sbom-format", "cyclonedx"], web))
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
        raise BillError(f"npm sbom does not list {', '.join(sorted(missing))}")
    return bill


def of_setup():
    """Returns the bill of the setup function's packages, with the hashes of their wheels."""
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


def without_machine_details(bill, date):
    """Returns a bill that is equal for the same commit on every machine."""
    bill.pop("serialNumber", None)
    bill["metadata"]["timestamp"] = date
    return json.loads(json.dumps(bill).replace(f"file://{ROOT}", "file:///larder"))


def with_program_hash(bill, name):
    """Adds the hash of the program, if `make package` has built it."""
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
            bills[name]["components"] += models(TARGETS[arguments.architecture])
        bills["site"] = of_site()
        bills["setup"] = of_setup()
        for name, bill in sorted(bills.items()):
            bill = with_program_hash(without_machine_details(bill, date), name)
            (arguments.out / f"{name}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
            digest = bill["metadata"]["component"].get("hashes", [{}])[0].get("content", "not built")
            print(f"{name:14} {len(bill['components']):4} components   {digest}")
    except BillError as reason:
        sys.exit(f"sbom: {reason}")
    print(f"written to {os.path.relpath(arguments.out)}")


if __name__ == "__main__":
    main()
