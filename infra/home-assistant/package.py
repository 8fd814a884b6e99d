"""Writes larder-home-assistant.zip, to be unpacked in Home Assistant's configuration folder.

    python3 infra/home-assistant/package.py VERSION REPOSITORY_URL [FOLDER]

The manifest gets the release's version, and links to the repository that published it.
"""

import json
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = "larder-home-assistant.zip"
# The same files give the same bytes.
DATE = (1980, 1, 1, 0, 0, 0)


def files():
    found = (ROOT / "custom_components").rglob("*")
    return sorted(path for path in found if path.is_file() and path.suffix != ".pyc")


def manifest(path, version, repository):
    text = json.loads(path.read_text(encoding="utf-8")) | {
        "version": version,
        "documentation": f"{repository}/blob/v{version}/docs/HOME-ASSISTANT.md",
        "issue_tracker": f"{repository}/issues",
    }
    return (json.dumps(text, indent=2) + "\n").encode()


def write(version, repository, folder):
    with zipfile.ZipFile(folder / NAME, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files():
            is_manifest = path.name == "manifest.json"
            body = manifest(path, version, repository) if is_manifest else path.read_bytes()
            archive.writestr(zipfile.ZipInfo(path.relative_to(ROOT).as_posix(), DATE), body, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], Path(sys.argv[3] if len(sys.argv) > 3 else "."))
