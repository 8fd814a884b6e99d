#!/usr/bin/env python3
"""Downloads the receipt reader's models from the Python package index into models/.

They are in the wheel `rapidocr` (Apache-2.0, as are the models of PaddleOCR: see LICENSES.md in models/). The checksums
of the wheel and of the results are pinned, and a second run does nothing. Needs Python 3.8 or newer with pip.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from onnx_prune import flush_weights, prune

PACKAGE = "rapidocr==3.10.0"
WHEEL_SHA256 = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "models"
# The build checks the same list, so that a program contains only models that were measured.
CHECKSUMS = Path(__file__).resolve().parent / "SHA256SUMS"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def read_checksums():
    lines = CHECKSUMS.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if line.strip())}


def is_complete():
    try:
        return all(sha256((MODELS / name).read_bytes()) == digest for name, digest in read_checksums().items())
    except OSError:
        return False


def is_latin(character):
    """Returns true for characters of receipts in Latin script: letters, digits, currencies, typographic marks."""
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
    """Writes a file atomically."""
    partial = MODELS / f".{name}.partial"
    partial.write_bytes(data)
    os.replace(partial, MODELS / name)


def main():
    # Needed only to change to other models.
    writes_checksums = "--write-checksums" in sys.argv
    if is_complete() and not writes_checksums:
        print("models: complete, nothing to do")
        return
    print(f"models: downloading {PACKAGE} (27 MB) …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = zipfile.ZipFile(download(Path(folder)))
        print("models: reducing the recogniser to Latin script …", flush=True)
        recogniser, characters = prune(wheel.read("rapidocr/models/PP-OCRv6_rec_small.onnx"), is_latin)
        models = {
            "detection.onnx": flush_weights(wheel.read("rapidocr/models/PP-OCRv6_det_small.onnx")),
            "recognition.onnx": flush_weights(recogniser),
            "characters.txt": "\n".join(characters).encode(),
            "direction.onnx": wheel.read("rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx"),
        }
        licences = next(name for name in wheel.namelist() if name.endswith("MODEL_LICENSES.md"))
        MODELS.mkdir(exist_ok=True)
        write("LICENSES.md", wheel.read(licences))
    if writes_checksums:
        CHECKSUMS.write_text("".join(f"{sha256(data)}  {name}\n" for name, data in models.items()), encoding="utf-8")
    for name, digest in read_checksums().items():
        if sha256(models[name]) != digest:
            sys.exit(f"models: {name} differs from the measured model; it was not written. Expected SHA-256 {digest}.")
        write(name, models[name])
        print(f"models: models/{name} ({len(models[name]) / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
