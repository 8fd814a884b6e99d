"""Checks the names in files that users copy: compose files, the release workflow, the examples for Home Assistant and
assistants."""

import json
import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs/HOME-ASSISTANT.md"
ASSISTANTS = ROOT / "docs/ASSISTANTS.md"


def settings():
    """Returns the names of the settings that the program reads."""
    code = "".join(
        path.read_text()
        for folder in ("shared", "functions", "infra/local/src")
        for path in (ROOT / folder).rglob("*.rs")
    )
    return set(re.findall(r'"(LARDER_[A-Z_]+|PORT)"', code))


class Files(unittest.TestCase):
    contract = json.loads((ROOT / "web/openapi.json").read_text())

    def test_home_assistant_examples_use_existing_entities_and_actions(self):
        integration = ROOT / "custom_components/larder"
        names = json.loads((integration / "translations/en.json").read_text())["entity"]
        entities = {
            f"{kind}.larder_{entity['name'].lower().replace(' ', '_')}"
            for kind, found in names.items()
            for entity in found.values()
        }
        guide = GUIDE.read_text()
        self.assertEqual(set(re.findall(r"\b(?:sensor|todo|calendar)\.larder_\w+", guide)), entities)
        (examples,) = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", guide, re.S))
        actions = {action["action"] for one in examples["automation"] for action in one["actions"]}
        self.assertEqual(actions, {"notify.notify", "todo.add_item", "larder.used_up"})
        services = yaml.safe_load((integration / "services.yaml").read_text())
        self.assertEqual(set(services), {"used_up"})
        for field in re.findall(r'^\{"(\w+)":', guide, re.M):
            self.assertIn(field, self.contract["components"]["schemas"]["Summary"]["properties"])

    def test_home_assistant_guide_names_existing_scopes_and_settings(self):
        scopes = set(re.findall(r"^\| `(\w+)` \|", GUIDE.read_text(), re.M))
        self.assertEqual(scopes, set(self.contract["components"]["schemas"]["Scope"]["enum"]))
        named = set(re.findall(r"LARDER_[A-Z_]+[A-Z]", GUIDE.read_text())) - {"LARDER_TOKEN"}
        self.assertLessEqual(named, settings())

    def test_assistants_guide_names_existing_tools_and_settings(self):
        guide = ASSISTANTS.read_text()
        code = (ROOT / "infra/local/src/mcp/tools.rs").read_text()
        tools = set(re.findall(r'^pub const \w+: &str = "(\w+)";', code, re.M))
        self.assertEqual(set(re.findall(r"^\| `([a-z_]+)` \|", guide, re.M)), tools)
        stdio, http = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", guide, re.S))
        larder = stdio["mcpServers"]["larder"]
        self.assertEqual(larder["args"], ["mcp"])
        self.assertEqual(set(larder["env"]), {"LARDER_URL", "LARDER_TOKEN"})
        self.assertLessEqual(set(re.findall(r"LARDER_[A-Z_]+[A-Z]", guide)), settings())
        url = http["servers"]["larder"]["url"]
        path = url.removeprefix("https://larder.example.org")
        self.assertIn(f'PATH: &str = "{path}"', (ROOT / "infra/local/src/mcp/http.rs").read_text())

    def test_compose_files_use_existing_settings(self):
        known = settings()
        for name in ("compose.caddy.yaml", "compose.tailscale.yaml"):
            larder = yaml.safe_load((ROOT / "infra/containers" / name).read_text())["services"]["larder"]
            self.assertTrue(set(larder["environment"]) <= known, name)
            self.assertTrue(larder["read_only"] and larder["cap_drop"] == ["ALL"], name)
            self.assertIn("larder:/data", larder["volumes"], name)

    def test_release_publishes_the_files_that_the_guide_names(self):
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
        for script in re.findall(r"infra/[\w/-]+\.(?:sh|py)", text):
            self.assertTrue((ROOT / script).exists(), script)


if __name__ == "__main__":
    unittest.main()
