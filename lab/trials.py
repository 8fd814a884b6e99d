"""Prints today's answer for every file of a folder of trials: trials.py BINARY FOLDER.

Each file is previewed as an import in a larder of its own, and nothing is written. The lines of a table with the columns
"language" and "line" are sent as the ingredients of a recipe instead.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ENCODINGS = ("utf-8", "shift_jis", "cp1252")


class Larder:
    """A private server, which ends with the script."""

    def __init__(self, binary: str, data: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        env = {**os.environ, "PORT": str(port), "LARDER_DATA": data}
        self.process = subprocess.Popen(
            [binary, "serve"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(300):
            try:
                urllib.request.urlopen(self.base + "/api/health", timeout=2)
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server does not start")

    def call(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def sign_up(self) -> str:
        return self.call("POST", "/identity/v1/accounts:signUp", {"returnSecureToken": True})["idToken"]


def text_of(file: Path) -> str:
    for encoding in ENCODINGS:
        try:
            return file.read_bytes().decode(encoding)
        except UnicodeDecodeError:
            continue
    return file.read_bytes().decode("utf-8", "replace")


def previewed(larder: Larder, text: str) -> list[str]:
    answer = larder.call("POST", "/api/user/import-preview", {"text": text, "language": "en-GB"}, larder.sign_up())
    if "kind" not in answer:
        return [f"refused: {answer.get('reason', '')} {answer.get('message', '')}"]
    lines = []
    for item in answer["items"]:
        amount, day = f"{item['quantity']:g} {item['unit']}", item.get("expiresOn") or item["expiresAt"][:10]
        lines.append(f"{amount} {item['name']}, {item['category']}, {item['storage']}, {day} {item.get('notes') or ''}")
    for row in answer["listItems"]:
        lines.append(f"list: {row['quantity']:g} {row['unit']} {row['name']} {row.get('notes') or ''}")
    lines += [f"left out: {one['count']} {one['kind']}" for one in answer["leftOut"]]
    lines += [f"line {one['line']}: {one['message']}" for one in answer["problems"]]
    if answer["days"] and not answer["days"]["isCertain"]:
        lines.append(f"asks: the order of {answer['days']['example']}")
    return lines


def ingredient(larder: Larder, line: str) -> str:
    token = larder.sign_up()
    larder.call("POST", "/api/shopping-list/recipe", {"recipeIngredient": [line]}, token)
    rows = larder.call("GET", "/api/shopping-list", token=token)
    texts = [f"{row['quantity']:g} {row['unit']} {row['name']} ({row.get('notes') or ''})" for row in rows]
    return f"{line}: {' + '.join(texts) or 'no row'}"


def answers(larder: Larder, file: Path) -> list[str]:
    text = text_of(file)
    first, *rows = text.split("\n")
    headers = first.split("\t")
    if headers[:2] == ["language", "line"]:
        return [ingredient(larder, row.split("\t")[1]) for row in rows if row]
    return previewed(larder, text)


def main() -> None:
    binary, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as data:
        larder = Larder(os.path.abspath(binary), data)
        try:
            for file in sorted(Path(folder).rglob("*.*")):
                if file.is_file() and file.suffix not in (".md", ".py", ".mjs"):
                    print(file.relative_to(folder), *(f"\n  {line.strip()}" for line in answers(larder, file)), sep="")
        finally:
            larder.process.send_signal(signal.SIGTERM)
            larder.process.wait()


if __name__ == "__main__":
    main()
