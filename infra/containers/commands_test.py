"""Runs the commands of docs/SELF-HOSTING.md in a temporary folder, and the steps of the release that need no host. A fake
`docker` reads the compose file and runs the program of the image as a process.

    PYTHONPATH=.tools/deploy python3 infra/containers/commands_test.py
"""

import contextlib
import datetime
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/SELF-HOSTING.md"
BINARY = Path(os.environ.get("LARDER_BIN", ROOT / "target/debug/larder")).resolve()
# The scripts reject a program with this token.
DEVELOPMENT_TOKEN = b"larder-development-token"
# Commands that need the machine's services or a Grocy server (infra/local/tests).
NOT_EXECUTED = ("systemctl", "journalctl", "LARDER_DATA=/var/lib/larder", "larder import grocy", "docker compose down")


def commands(page):
    """Returns all commands of the page: lines of code blocks, and inline code that begins like a command."""
    text = page.read_text(encoding="utf-8")
    blocks = [block for kind, block in re.findall(r"^ *```(\w*)\n(.*?)^ *```$", text, re.M | re.S) if not kind]
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S))
    starts = ("docker ", "larder ", "make ", "systemctl ", "journalctl ", "GROCY_API_KEY=", "LARDER_DATA=/")
    found = [command for command in [*lines, *spans] if command.startswith(starts)]
    assert len(found) > 20, found
    return list(dict.fromkeys(found))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def write_script(path, code):
    path.write_text(f"#!{sys.executable}\n{code}")
    path.chmod(0o755)


class Host:
    """A machine with the files of a compose file and the fake `docker`."""

    def __init__(self, env):
        self.folder = Path(tempfile.mkdtemp(prefix="larder-host-"))
        self.data = self.folder / "volume"
        (self.folder / "bin").mkdir()
        (self.folder / ".env").write_text(env)
        self.settings = dict(line.split("=", 1) for line in env.splitlines())
        self.file = self.folder / self.settings["COMPOSE_FILE"]
        for name in (self.file.name, "Caddyfile", "tailscale-serve.json"):
            shutil.copy(ROOT / "infra/containers" / name, self.folder)
        self.process, self.log = None, self.folder / "log"
        write_script(
            self.folder / "bin/larder", f"import os, sys\nos.execv({str(BINARY)!r}, ['larder', *sys.argv[1:]])"
        )
        self.port = free_port()

    def service(self, name):
        """Returns a service of the compose file, with the settings of `.env`, which must be complete."""

        def setting(match):
            value = self.settings.get(match[1]) or (match[2] or "").removeprefix(":-")
            assert value and not value.startswith(":?"), match[0]
            return value

        text = re.sub(r"\$\{(\w+)(:[-?][^}]*)?\}", setting, self.file.read_text())
        return yaml.safe_load(text)["services"][name]

    def environment(self):
        given = {name: str(value) for name, value in self.service("larder")["environment"].items()}
        # Overrides the container's port and data folder.
        overrides = {"PORT": self.port, "LARDER_BIND": "127.0.0.1", "LARDER_DATA": str(self.data)}
        return {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", **given, **overrides}

    def execute(self, command):
        """Returns the output of a command, which must succeed. Answers its question with yes."""
        output = ""
        for one in command.split(" && "):
            words = one.replace("/data/", f"{self.data}/").split()
            if words[0] == "docker":
                output += self.docker(words[1:])
            else:
                output += self.run(words)
        return output

    def run(self, words, more=None):
        ran = subprocess.run(
            words, cwd=self.folder, env=self.environment() | (more or {}), input="y\n", capture_output=True, text=True
        )
        assert ran.returncode == 0, f"{words}: {ran.stdout}{ran.stderr}"
        return ran.stdout + ran.stderr

    def docker(self, words):
        assert words.pop(0) == "compose", words
        if words[0] == "-f":
            assert words[1] == self.file.name, words
            del words[:2]
        action, *words = words
        options = [words.pop(0) for _ in range(len(words)) if words and words[0].startswith("-")]
        if action == "pull":
            return ""
        if action == "up":
            assert options == ["-d"], options
            self.start()
            return ""
        service = words.pop(0)
        assert self.service(service), service
        if action == "logs":
            return self.log.read_text()
        if action == "stop":
            self.stop()
        elif action == "start":
            self.start()
        elif action == "exec":
            assert self.process and words.pop(0) == "/larder", "the image has nothing but /larder"
            return self.run(["larder", *words])
        elif action == "run":
            assert options == ["--rm"], options
            return self.run(["larder", *words])
        else:
            raise AssertionError(action)
        return ""

    def start(self):
        if self.process:
            return
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [BINARY, "serve"], cwd=self.folder, env=self.environment(), stdout=log, stderr=log
            )
        for _ in range(300):
            if "ready at" in self.log.read_text():
                return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def stop(self):
        if self.process:
            self.process.terminate()
            assert self.process.wait(timeout=30) == 0
            self.process = None

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder)

    def needs_link(self):
        return self.environment().get("LARDER_SIGN_UP") == "link"

    def sign_up(self):
        """Signs up as a phone does, and returns the names of device and larder in `larder devices`."""
        if self.needs_link():
            secret = self.execute("larder set-up-link").strip().rpartition("#setup=")[2]
            device = {"name": "Phone", "platform": "test"}
            token = self.post("/api/household/join", {"credential": secret, "device": device})["customToken"]
            self.post("/identity/v1/accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True})
        else:
            self.post("/identity/v1/accounts:signUp?key=any", {"returnSecureToken": True})
        return self.execute("larder devices").splitlines()[1].split()[:2]

    def post(self, path, body):
        site = urllib.parse.urlsplit(self.environment()["LARDER_SITE_URL"]).netloc
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", int(self.port))) as connection:
            headers = {"Host": site, "Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
            assert answer.status == 200, content
            return json.loads(content)


class Commands(unittest.TestCase):
    def hosts(self):
        text = PAGE.read_text(encoding="utf-8")
        for env in re.findall(r"^ *```\n((?: *[A-Z_]+=.*\n)+) *```$", text, re.M):
            env = "".join(line.strip() + "\n" for line in env.splitlines())
            if "COMPOSE_FILE" in env:
                host = Host(env)
                self.addCleanup(host.remove)
                yield host

    def test_each_command_of_the_page_succeeds(self):
        hosts, executed = list(self.hosts()), []
        self.assertEqual([host.file.name for host in hosts], ["compose.tailscale.yaml", "compose.caddy.yaml"])
        for host in hosts:
            host.execute("docker compose up -d")
            # An account and a backup to name below.
            device, larder = host.sign_up()
            (host.data / "backups").mkdir(exist_ok=True)
            # The page's, and tonight's, without which the server's health is degraded.
            for day in ("2026-11-23", datetime.date.today().isoformat()):
                host.execute(f"larder backup /data/backups/larder-{day}.tar.gz")
            for command in commands(PAGE):
                if any(word in command for word in NOT_EXECUTED) or command == "larder serve":
                    continue
                if command == "larder set-up-link" and not host.needs_link():
                    continue
                if command.startswith("make "):
                    # Building takes minutes: this checks the targets, and Release runs the scripts.
                    targets, _, build = command.partition(" && ")
                    subprocess.run(["make", "-n", *targets.split()[1:]], cwd=ROOT, check=True, capture_output=True)
                    self.assertIn(build, ("", "cargo build --release -p larder --features site"))
                    continue
                is_restore = command.startswith("larder restore")
                filled = command.replace("DEVICE", device).replace("LARDER", larder)
                filled = filled.replace("FILE", str(host.folder / "larder.tar.gz"))
                with self.subTest(command):
                    if is_restore:
                        host.stop()
                    host.execute(filled)
                    if is_restore:
                        host.start()
                executed.append(command)
                if command.startswith("larder devices end"):
                    device, larder = host.sign_up()
        for command in (
            "docker compose logs larder",
            "docker compose pull",
            "larder backup FILE",
            "larder restore FILE",
        ):
            self.assertTrue(any(command in one for one in executed), command)


class Release(unittest.TestCase):
    """Runs the steps of .github/workflows/release.yml in a copy of the checkout, with fakes of programs that build or need
    a host. The fakes record their arguments."""

    FAKES = ("rustup", "buildah", "cosign", "gh", "docker")

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="larder-release-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for path in ROOT.iterdir():
            if path.name not in (".git", "target"):
                (self.folder / path.name).symlink_to(path)
        (self.folder / "bin").mkdir()
        calls = self.folder / "calls"
        for name in self.FAKES:
            # cosign writes a signature, buildah the digest of what it pushed.
            code = f"""import json, pathlib, sys
with open({str(calls)!r}, "a") as calls:
    calls.write(json.dumps([{name!r}, *sys.argv[1:]]) + "\\n")
for flag in ("--bundle", "--digestfile"):
    if flag in sys.argv:
        pathlib.Path(sys.argv[sys.argv.index(flag) + 1]).write_text("sha256:1")
"""
            write_script(self.folder / "bin" / name, code)
        write_script(self.folder / "bin/make", "")
        # A release must not have the development token, which debug programs have.
        program = self.folder / "target/release/larder"
        program.parent.mkdir(parents=True)
        program.write_bytes(BINARY.read_bytes().replace(DEVELOPMENT_TOKEN, b"x" * len(DEVELOPMENT_TOKEN)))
        program.chmod(0o755)
        cargo = shutil.which("cargo")
        write_script(
            self.folder / "bin/cargo",
            f"import os, sys\nif sys.argv[1] == 'metadata': os.execv({cargo!r}, sys.argv)",
        )
        self.version = re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]

    def calls(self, name):
        calls = [json.loads(line) for line in (self.folder / "calls").read_text().splitlines()]
        return [call[1:] for call in calls if call[0] == name]

    def run_steps(self, job, arch="", **more):
        environment = os.environ | {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "GITHUB_REF_NAME": f"v{self.version}",
            "GITHUB_ACTOR": "actor",
            "GITHUB_SERVER_URL": "https://git.example.org",
            "GITHUB_REPOSITORY": "owner/larder",
            "IMAGE": "registry.example.org/owner/larder",
            "PORT": free_port(),
            **more,
        }
        for step in job["steps"]:
            text = step.get("run", "").replace("${{ matrix.arch }}", arch)
            text = text.replace("${{ secrets.GITHUB_TOKEN }}", "token")
            self.assertNotIn("${{", text)
            ran = subprocess.run(
                ["bash", "-e", "-c", text], cwd=self.folder, env=environment, capture_output=True, text=True
            )
            self.assertEqual(ran.returncode, 0, f"{text}\n{ran.stdout}{ran.stderr}")

    def test_image_has_all_files_that_the_program_needs(self):
        self.run_steps({"steps": [{"run": "infra/containers/image.sh target/release/larder"}]})
        ((build, *arguments),) = self.calls("docker")
        self.assertEqual((build, arguments[-1]), ("build", "target/image"))
        self.assertIn("localhost/larder", arguments)
        (content,) = (self.folder / "target/image").iterdir()
        # Uses nothing of this machine but its kernel. A container has /proc.
        (content / "proc").mkdir()
        shutil.copy(ROOT / "shared/receipt-reader/testdata/english.jpg", content / "tmp/receipt.jpg")
        steps = f"mount --rbind /proc {content}/proc && exec chroot {content} /larder read /tmp/receipt.jpg"
        command = ["unshare", "--map-root-user", "--mount", "sh", "-c", steps]
        self.assertIn("Salted butter", subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def test_release_steps_create_the_files_that_they_publish(self):
        jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
        for arch in ("amd64", "arm64"):
            self.run_steps(jobs["build"], arch)
        for arch in ("amd64", "arm64"):
            # Of the other jobs' folders only the artifacts are left.
            shutil.rmtree(self.folder / f"rootfs-{arch}")
        self.run_steps(jobs["publish"])
        containerfile = (ROOT / "infra/containers/Containerfile").read_text()
        for arch in ("amd64", "arm64"):
            copied = re.search(r"^COPY .* (rootfs-\S+)/ /$", containerfile, re.M)[1]
            self.assertTrue((self.folder / copied.replace("${TARGETARCH}", arch) / "larder").is_file())
        self.assertEqual(len([call for call in self.calls("buildah") if call[0] == "build"]), 2)
        (release,) = self.calls("gh")
        self.assertEqual(release[:3], ["release", "create", f"v{self.version}"])
        for name in release[4:]:
            self.assertTrue((self.folder / name).is_file(), name)
        self.assertIn("larder-amd64.sigstore.json", release)
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=self.folder, check=True)


if __name__ == "__main__":
    unittest.main()
