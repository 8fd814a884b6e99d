"""Runs the tests of this folder with the functions that `make package` built for arm64, under QEMU:
`infra/lambda-harness/arm64.sh`.

Needs Debian's qemu-user, libc6-arm64-cross and libgcc-s1-arm64-cross. The reader would exceed its time limit under QEMU,
so the scans function is only started there, and the tests use this machine's.
"""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

os.environ["LARDER_TEST_TIMEOUT"] = "600"
import deployment  # noqa: E402

HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "target/lambda"
WRAPPED = HERE.parents[1] / "target/arm64"
# Graviton2, Lambda's oldest.
PROCESSOR = "neoverse-n1"
LIBRARIES = "/usr/aarch64-linux-gnu"


def wrap(program):
    wrapper = WRAPPED / program.parent.name / "bootstrap"
    wrapper.parent.mkdir(parents=True, exist_ok=True)
    wrapper.write_text(f'#!/bin/sh\nexec qemu-aarch64 -cpu {PROCESSOR} -L {LIBRARIES} "{program}"\n', encoding="utf-8")
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)


def main():
    if not shutil.which("qemu-aarch64") or not Path(LIBRARIES).is_dir():
        sys.exit("arm64: QEMU is not installed: apt-get install qemu-user libc6-arm64-cross libgcc-s1-arm64-cross")
    programs = sorted(BUILT.glob("*/bootstrap"))
    if not programs:
        sys.exit("arm64: nothing is built: make package")
    shutil.rmtree(WRAPPED, ignore_errors=True)
    for program in programs:
        # A program for this machine's processor would run too.
        if program.read_bytes()[18:20] != b"\xb7\x00":
            sys.exit(f"arm64: {program} is built for another processor: make package")
        wrap(program)
    scans = WRAPPED / "scans/bootstrap"
    started = deployment.Lambda(str(scans), {})
    print(f"scans under QEMU answers {started.invoke({})}")
    started.stop()
    scans.unlink()
    scans.symlink_to(HERE.parents[1] / "target/debug/scans")
    for test in ("same_answers_test.py", "reminders_test.py"):
        if subprocess.run([sys.executable, HERE / test, WRAPPED], check=False).returncode != 0:
            sys.exit(f"arm64: {test} failed")


if __name__ == "__main__":
    main()
