"""Compares the programs that tests start with those that their scripts install, and the places of the version number:
`python3 infra/tools_test.py`."""

import json
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The requirements of README.md, what Debian and macOS always have, and what is built here.
ALWAYS = set("bash cargo git larder make node npm npx python3 sh rustup sha256sum tar".split())
# Starts of programs whose name is a literal.
STARTS = {
    (".ts", ".mjs"): r"""\b(?:spawn|exec|execFile)(?:Sync)?\(\s*["'`]([\w.-]+)""",
    (".py",): r"""\b(?:run|Popen|call|check_call|check_output)\(\s*\[\s*f?"([\w.-]+)"|shutil\.which\("([\w.-]+)"\)""",
    (".rs",): r"""\bCommand::new\("([\w.-]+)"\)""",
    (".ts", ".mjs", ".py", ".rs"): r"""["'`]/(?:usr/)?s?bin/([\w.-]+)""",
}
# Tests that `make` or another script starts, and helpers of theirs.
SOURCES = (
    "web/*.config.ts",
    "web/e2e/**/*",
    "web/engines/*",
    "web/simulate/*",
    "web/src/**/*.test.ts*",
    "web/test/**/*",
    "infra/**/*_test.py",
    "infra/**/*.mjs",
    "infra/lambda-harness/*.py",
    "infra/*/tests/**/*.*",
    "infra/models/*.py",
)
# Not run by a `run.sh` in a folder above.
RUN_BY = {
    "web/playwright.config.ts": "web/e2e/run.sh",
    "infra/containers/two_phones.mjs": "infra/containers/two_phones.sh",
    "infra/lambda-harness/arm64.py": "infra/lambda-harness/arm64.sh",
}


def started(path):
    text = path.read_text(encoding="utf-8")
    patterns = [pattern for suffixes, pattern in STARTS.items() if path.suffix in suffixes]
    matches = [match for pattern in patterns for match in re.finditer(pattern, text)]
    return {name for match in matches for name in match.groups() if name}


def installed(script, function="programs|cargo_program"):
    lines = re.findall(rf"^ *(?:{function}) (.+)$", script.read_text(encoding="utf-8"), re.M)
    return {name for line in lines for name in line.split()}


def script_of(path):
    if named := RUN_BY.get(str(path.relative_to(ROOT))):
        return ROOT / named
    folders = [folder for folder in path.parents if ROOT in folder.parents]
    return next((folder / "run.sh" for folder in folders if (folder / "run.sh").exists()), None)


class Tools(unittest.TestCase):
    def test_scripts_install_the_programs_that_their_tests_start(self):
        seen = set()
        for path in {path for source in SOURCES for path in ROOT.glob(source) if "node_modules" not in path.parts}:
            if path.suffix not in (".ts", ".tsx", ".mjs", ".py", ".rs"):
                continue
            script = script_of(path)
            missing = started(path) - ALWAYS - (installed(script) if script else set())
            self.assertEqual(missing, set(), f"{path.relative_to(ROOT)} starts what {script or 'nothing'} installs")
            seen |= started(path)
        # The patterns still find something of each kind.
        self.assertLessEqual({"chromium", "chromium-headless-shell", "python3", "qemu-aarch64", "sh"}, seen)

    def test_each_installed_program_has_a_package(self):
        scripts = [path for path in ROOT.glob("[iwl]*/**/*.sh") if not {"node_modules", "target"} & set(path.parts)]
        for name in {name for script in scripts for name in installed(script, "programs")}:
            with self.subTest(name):
                command = ["bash", "-c", f"source infra/tools.sh && packages_of {name}"]
                subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    def test_browser_tests_are_started_by_the_script_that_installs_browsers(self):
        self.assertNotIn("playwright test", (ROOT / "Makefile").read_text(encoding="utf-8"))


class Version(unittest.TestCase):
    def test_everything_has_the_same_number(self):
        def find(path, pattern):
            return re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M).group(1)

        def field(path, *names):
            value = json.loads((ROOT / path).read_text(encoding="utf-8"))
            for name in names:
                value = value[name]
            return value

        found = {
            "Cargo.toml": find("Cargo.toml", r'^version = "(.+)"'),
            "web/package.json": field("web/package.json", "version"),
            "web/package-lock.json": field("web/package-lock.json", "packages", "", "version"),
            "web/openapi.json": field("web/openapi.json", "info", "version"),
            "Home Assistant": field("custom_components/larder/manifest.json", "version"),
            "template.yaml": find("template.yaml", r"^    Description: Larder's version\.\n    Value: (.+)$"),
            "CHANGELOG.md": find("CHANGELOG.md", r"^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$"),
        }
        self.assertEqual(len(set(found.values())), 1, found)
        # The site and the image take it from these.
        self.assertIn("package.json", (ROOT / "web/src/features/settings/AppSection.tsx").read_text(encoding="utf-8"))
        self.assertIn("image.version=", (ROOT / "infra/containers/image.sh").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
