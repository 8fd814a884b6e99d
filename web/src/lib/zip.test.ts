import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zip } from "./zip";

it("writes archives that another program can extract", () => {
  const folder = mkdtempSync(join(tmpdir(), "larder-zip-"));
  const modifiedAt = new Date(2026, 10, 24, 17, 42, 8);
  const files = [
    {
      name: "2026-11-24 Müller #0199aa11 1.jpg",
      bytes: Uint8Array.from({ length: 70_000 }, (_, n) => (n * n) % 251),
      modifiedAt,
    },
    { name: "empty.jpg", bytes: new Uint8Array(0), modifiedAt },
  ];
  const file = join(folder, "a.zip");
  writeFileSync(file, Buffer.concat(zip(files)));
  // Python checks headers and checksums.
  const script =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print([(i.filename, i.date_time) for i in z.infolist()])";
  const output = execFileSync("python3", ["-c", script, file, join(folder, "out")], {
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
  });
  expect(output.trim()).toBe(
    "[('2026-11-24 Müller #0199aa11 1.jpg', (2026, 11, 24, 17, 42, 8)), ('empty.jpg', (2026, 11, 24, 17, 42, 8))]",
  );
  for (const { name, bytes } of files) expect(new Uint8Array(readFileSync(join(folder, "out", name)))).toEqual(bytes);
});
