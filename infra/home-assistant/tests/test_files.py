"""The rules of hassfest and HACS for the integration's files."""

import json
import re
import zipfile
from pathlib import Path

import package
import pytest
import yaml
from awesomeversion import AwesomeVersion, AwesomeVersionStrategy
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.translation import async_get_translations

from custom_components.larder.const import DOMAIN
from custom_components.larder.sensor import SENSORS

ROOT = Path(__file__).resolve().parents[1]
INTEGRATION = ROOT / "custom_components/larder"
LANGUAGES = ["de", "en", "fr"]
URL = re.compile(r"(https?://|www\.)", re.IGNORECASE)


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def texts(value, path=()):
    """All texts of a translation with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, (*path, key))
    else:
        yield path, value


def test_manifest_is_what_hassfest_and_hacs_ask_for():
    manifest = load(INTEGRATION / "manifest.json")
    keys = list(manifest)
    assert keys[:2] == ["domain", "name"]
    assert keys[2:] == sorted(keys[2:])
    assert {"codeowners", "documentation", "issue_tracker", "version", "iot_class"} <= manifest.keys()
    assert manifest["domain"] == INTEGRATION.name == DOMAIN
    assert manifest["documentation"].startswith("https://") and manifest["issue_tracker"].startswith("https://")
    AwesomeVersion(manifest["version"], ensure_strategy=[AwesomeVersionStrategy.SEMVER])


def test_release_is_a_zip_for_the_configuration_folder(tmp_path):
    package.write("1.2.3", "https://example.org/anna/larder", tmp_path)
    with zipfile.ZipFile(tmp_path / package.NAME) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read(f"custom_components/{DOMAIN}/manifest.json"))
        archive.extractall(tmp_path)
    assert manifest["version"] == "1.2.3"
    assert manifest["issue_tracker"] == "https://example.org/anna/larder/issues"
    assert list(manifest) == list(load(INTEGRATION / "manifest.json"))
    present = {path.relative_to(ROOT).as_posix() for path in INTEGRATION.rglob("*.*") if path.suffix != ".pyc"}
    assert set(names) == present
    assert (tmp_path / f"custom_components/{DOMAIN}/__init__.py").is_file()


def test_hacs_finds_one_integration_and_the_oldest_home_assistant():
    hacs = load(ROOT / "hacs.json")
    assert set(hacs) == {"name", "homeassistant"}
    assert f"# Home Assistant {hacs['homeassistant']}" in (ROOT / "tests/requirements.txt").read_text()
    assert [path.name for path in (ROOT / "custom_components").iterdir() if path.name != "__pycache__"] == [DOMAIN]
    for name in ("icon.png", "icon@2x.png"):
        assert (INTEGRATION / "brand" / name).read_bytes().startswith(b"\x89PNG")


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


def test_action_is_described_and_has_an_icon():
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
