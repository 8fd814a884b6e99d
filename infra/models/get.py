#!/usr/bin/env python3
"""Get the models that read receipts into models/, from the Python package index.

They ship in the wheel `rapidocr` (Apache-2.0; the models are PaddleOCR's, Apache-2.0 as well: see MODEL_LICENSES.md,
which is stored beside them). The checksums of the wheel and of the results are pinned, and a second run does nothing.
Needs Python 3.8 or newer with pip.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from onnx_prune import prune, quicken

PACKAGE = "rapidocr==3.10.0"
WHEEL_SHA256 = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "models"
# The build checks the same list, so that a binary never contains an unmeasured model.
CHECKSUMS = Path(__file__).resolve().parent / "SHA256SUMS"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def expected():
    lines = CHECKSUMS.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if line.strip())}


def complete():
    try:
        return all(sha256((MODELS / name).read_bytes()) == digest for name, digest in expected().items())
    except OSError:
        return False


def latin(character):
    """Characters of receipts in Latin script: letters with accents, digits, currencies, typographic marks."""
    return len(character) == 1 and (0x20 <= ord(character) < 0x250 or character in "€£¥–—‘’“”•…")


def download(folder):
    requirement = folder / "requirement.txt"
    requirement.write_text(f"{PACKAGE} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary=:all:",
    ]
    done = subprocess.run(
        [*pip, "--require-hashes", "--dest", str(folder), "--requirement", str(requirement)], check=False
    )
    if done.returncode != 0:
        sys.exit(
            f"models: pip could not download {PACKAGE} (its own message is above). Is the package index reachable?"
        )
    return next(folder.glob("rapidocr-*.whl"))


def write(name, data):
    """Write in one step, so that an interrupted run leaves no half model behind."""
    partial = MODELS / f".{name}.partial"
    partial.write_bytes(data)
    os.replace(partial, MODELS / name)


def main():
    # Writes the list only when moving to other models; otherwise it is checked.
    rewriting = "--write-checksums" in sys.argv
    if complete() and not rewriting:
        print("models: all there, nothing to do")
        return
    print(f"models: downloading {PACKAGE} (27 MB) …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = zipfile.ZipFile(download(Path(folder)))
        print("models: cutting the recogniser down to Latin script …", flush=True)
        recogniser, characters = prune(wheel.read("rapidocr/models/PP-OCRv6_rec_small.onnx"), latin)
        made = {
            "detection.onnx": quicken(wheel.read("rapidocr/models/PP-OCRv6_det_small.onnx")),
            "recognition.onnx": quicken(recogniser),
            "characters.txt": "\n".join(characters).encode(),
            "direction.onnx": wheel.read("rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx"),
        }
        licences = next(name for name in wheel.namelist() if name.endswith("MODEL_LICENSES.md"))
        MODELS.mkdir(exist_ok=True)
        write("LICENSES.md", wheel.read(licences))
    if rewriting:
        CHECKSUMS.write_text("".join(f"{sha256(data)}  {name}\n" for name, data in made.items()), encoding="utf-8")
    for name, digest in expected().items():
        if sha256(made[name]) != digest:
            sys.exit(
                f"models: {name} came out different from what was measured; it was not written. Expected SHA-256 {digest}."
            )
        write(name, made[name])
        print(f"models: models/{name} ({len(made[name]) / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
