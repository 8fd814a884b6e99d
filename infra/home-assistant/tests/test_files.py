"""Checks the integration's files by the rules of hassfest and HACS."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from awesomeversion import AwesomeVersion, AwesomeVersionStrategy
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.translation import async_get_translations

from custom_components.larder.const import DOMAIN
from custom_components.larder.sensor import SENSORS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
INTEGRATION = ROOT / "custom_components/larder"
# The languages of the site.
LANGUAGES = sorted(path.name for path in (ROOT / "web/src/locales").iterdir() if path.is_dir())
URL = re.compile(r"(https?://|www\.)", re.IGNORECASE)


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def texts(value, path=()):
    """Yields all texts of a translation with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, (*path, key))
    else:
        yield path, value


def test_manifest_has_the_required_keys():
    manifest = load(INTEGRATION / "manifest.json")
    keys = list(manifest)
    assert keys[:2] == ["domain", "name"]
    assert keys[2:] == sorted(keys[2:])
    assert {"codeowners", "version"} <= manifest.keys()
    assert manifest["domain"] == INTEGRATION.name == DOMAIN
    assert manifest["iot_class"] == "local_polling"
    package = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
    assert manifest["version"] == package["version"]
    # HACS requires both links, which the repository has once it is public.
    repository = package.get("repository")
    assert manifest.get("documentation") == (repository and f"{repository}/blob/main/docs/HOME-ASSISTANT.md")
    assert manifest.get("issue_tracker") == (repository and f"{repository}/issues")
    AwesomeVersion(manifest["version"], ensure_strategy=[AwesomeVersionStrategy.SEMVER])


def test_hacs_finds_the_integration_and_the_minimum_version():
    hacs = load(ROOT / "hacs.json")
    assert set(hacs) == {"name", "homeassistant"}
    assert f"# Home Assistant {hacs['homeassistant']}" in (HERE / "requirements.txt").read_text()
    assert [path.name for path in (ROOT / "custom_components").iterdir() if path.name != "__pycache__"] == [DOMAIN]
    for name in ("icon.png", "icon@2x.png"):
        assert (INTEGRATION / "brand" / name).read_bytes().startswith(b"\x89PNG")


def test_quality_scale_has_a_mark_and_a_reason_for_each_rule():
    for rule, mark in yaml.safe_load((INTEGRATION / "quality_scale.yaml").read_text())["rules"].items():
        if mark != "done":
            assert set(mark) == {"status", "comment"} and mark["status"] in ("todo", "exempt"), rule
    for platform in ("calendar", "sensor", "todo"):
        assert re.search(r"^PARALLEL_UPDATES = [01]$", (INTEGRATION / f"{platform}.py").read_text(), re.M), platform


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_complete_and_plain(language):
    english = dict(texts(load(INTEGRATION / "translations/en.json")))
    own = dict(texts(load(INTEGRATION / f"translations/{language}.json")))
    assert list(own) == list(english)
    for path, text in own.items():
        cv.string_with_no_html(text)
        assert text == text.strip() and not URL.search(text), path
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[path])), path


def test_translations_have_every_key_of_the_code():
    strings = load(INTEGRATION / "translations/en.json")
    code = "".join(path.read_text() for path in INTEGRATION.glob("*.py"))
    raised = set(re.findall(r'Larder\w*Error\("(\w+)"', code))
    assert raised <= set(strings["config"]["error"])
    assert raised <= set(strings["exceptions"])
    assert set(re.findall(r'translation_key="(\w+)"', code)) <= set(strings["exceptions"])
    assert set(re.findall(r'errors\[CONF_\w+\] = "(\w+)"', code)) <= set(strings["config"]["error"])
    assert set(strings["entity"]["sensor"]) == set(SENSORS)


def test_action_has_a_description_and_an_icon():
    fields = yaml.safe_load((INTEGRATION / "services.yaml").read_text())["used_up"]["fields"]
    strings = load(INTEGRATION / "translations/en.json")["services"]["used_up"]
    assert set(strings["fields"]) == set(fields)
    icons = load(INTEGRATION / "icons.json")
    assert all(path[-1] in ("default", "service") and text.startswith("mdi:") for path, text in texts(icons))
    assert set(icons["services"]) == {"used_up"}


async def test_home_assistant_loads_the_languages(hass, entry):
    for language in LANGUAGES:
        loaded = await async_get_translations(hass, language, "entity", [DOMAIN])
        strings = load(INTEGRATION / f"translations/{language}.json")
        assert (
            loaded[f"component.{DOMAIN}.entity.todo.shopping_list.name"]
            == strings["entity"]["todo"]["shopping_list"]["name"]
        )
