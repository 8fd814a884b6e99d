"""Runs the API tests on moto's DynamoDB and SNS. Known differences from AWS are listed below; any other failure
counts."""

import os
import subprocess
import sys
import time
import urllib.request

# Test, and the gap of moto's that it meets.
KNOWN_GAPS = {
    "scans::one_picture_sent_ten_times_at_once_is_one_scan": "its transactions are not isolated from each other",
    "scans::the_month_is_exact_under_fifty_concurrent_uploads": "its transactions are not isolated from each other",
}

PORT = os.environ.get("MOTO_PORT", "8293")


def main():
    tests = sys.argv[1:]
    moto = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", PORT],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{PORT}"
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{address}/moto-api/", timeout=5).close()
                break
            except OSError:
                time.sleep(0.5)
        else:
            sys.exit("moto did not start")
        skipped = [word for name in KNOWN_GAPS for word in ("--skip", name)]
        for name, gap in KNOWN_GAPS.items():
            print(f"not on moto: {name}: {gap}", flush=True)
        return subprocess.call(
            [*tests, "--test-threads", "2", *skipped],
            env={**os.environ, "LARDER_TEST_DYNAMODB": address, "LARDER_TEST_SNS": address},
        )
    finally:
        # It does not always listen while connections are open, and has nothing to lose.
        moto.kill()
        moto.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())
