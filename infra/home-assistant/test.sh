#!/usr/bin/env bash
# Tests the integration for Home Assistant on a started Larder, after `make build`: with HA_PYTHON 3.12 in the oldest Home
# Assistant that it supports, with 3.13 in a later one, whose types are checked too, with 3.14 in the newest.
source "$(dirname "$0")/../tools.sh"
python=${HA_PYTHON:-python3}
folder=$TOOLS/home-assistant-$("$python" -c 'import sys; print(sys.version_info.minor)')
requirements=infra/home-assistant/tests/requirements.txt
if [[ ! $folder/.ready -nt $requirements ]]; then
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12) and "Home Assistant needs Python 3.12 or newer: HA_PYTHON=python3.14")'
  echo "Installing Home Assistant from PyPI into .tools (some minutes)."
  rm -rf "$folder"
  "$python" -m venv "$folder"
  PIP_DISABLE_PIP_VERSION_CHECK=1 "$folder/bin/pip" install -q -r "$requirements"
  touch "$folder/.ready"
fi
"$folder/bin/python" -m pytest -c infra/home-assistant/tests/pytest.ini --rootdir . -q infra/home-assistant/tests
if [[ -x $folder/bin/mypy ]]; then
  "$folder/bin/python" -m mypy --strict custom_components/larder
else
  echo "The types are checked with Python 3.13 only." >&2
fi
