"""Tests files that users copy: compose files, the release workflow, the configuration for Home Assistant. Parses
each and checks the names in it."""

import json
import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs/HOME-ASSISTANT.md"
SITE = "https://larder.example.org"


class Loader(yaml.SafeLoader):
    """Home Assistant's own tag as well."""


Loader.add_constructor("!secret", lambda loader, node: loader.construct_scalar(node))


def texts(value):
    """All texts in the parsed data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def settings():
    """The settings that the program reads."""
    code = "".join(
        path.read_text()
        for folder in ("shared", "functions", "infra/local/src")
        for path in (ROOT / folder).rglob("*.rs")
    )
    return set(re.findall(r'"(LARDER_[A-Z_]+|PORT)"', code))


class Files(unittest.TestCase):
    contract = json.loads((ROOT / "web/openapi.json").read_text())

    def test_the_configuration_for_home_assistant_calls_what_there_is(self):
        blocks = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.S)
        read = [yaml.load(block, Loader) for block in blocks]
        self.assertGreaterEqual(len(read), 4)
        called = {text.removeprefix(SITE) for block in read for text in texts(block) if text.startswith(SITE)}
        self.assertEqual(called, {"/api/summary", "/api/shopping-list"})
        for path in called:
            self.assertIn(path, self.contract["paths"])
        summary = self.contract["components"]["schemas"]["Summary"]["properties"]
        fields = set(re.findall(r"value_json\.(\w+)", GUIDE.read_text()))
        self.assertEqual(fields | {"next"}, set(summary), "each field is shown")
        row = self.contract["components"]["schemas"]["ListItemDraft"]["properties"]
        payload = next(text for block in read for text in texts(block) if "to_json" in text)
        sent = set(re.findall(r'"(\w+)":', payload))
        self.assertTrue(sent and sent <= set(row), f"{sent} of {set(row)}")

    def test_the_guide_names_scopes_and_settings_that_there_are(self):
        scopes = set(re.findall(r"^\| `(\w+)` \|", GUIDE.read_text(), re.M))
        self.assertEqual(scopes, set(self.contract["components"]["schemas"]["Scope"]["enum"]))
        named = set(re.findall(r"LARDER_[A-Z_]+[A-Z]", GUIDE.read_text())) - {"LARDER_TOKEN"}
        self.assertLessEqual(named, settings())

    def test_compose_files_set_what_the_program_reads(self):
        known = settings()
        for name in ("compose.caddy.yaml", "compose.tailscale.yaml"):
            larder = yaml.safe_load((ROOT / "infra/containers" / name).read_text())["services"]["larder"]
            self.assertTrue(set(larder["environment"]) <= known, name)
            self.assertTrue(larder["read_only"] and larder["cap_drop"] == ["ALL"], name)
            self.assertIn("larder:/data", larder["volumes"], name)

    def test_the_release_hands_out_what_the_guide_names(self):
        text = (ROOT / ".github/workflows/release.yml").read_text()
        jobs = yaml.safe_load(text)["jobs"]
        self.assertEqual({row["arch"] for row in jobs["build"]["strategy"]["matrix"]["include"]}, {"amd64", "arm64"})
        for name in (
            "compose.caddy.yaml",
            "compose.tailscale.yaml",
            "Caddyfile",
            "tailscale-serve.json",
            "larder.service",
        ):
            self.assertIn(name, text)
            self.assertTrue((ROOT / "infra/containers" / name).exists(), name)
        for script in re.findall(r"infra/containers/[\w.]+\.sh", text):
            self.assertTrue((ROOT / script).exists(), script)


if __name__ == "__main__":
    unittest.main()
