// @vitest-environment jsdom
import { Blob as NodeBlob, File as NodeFile } from "node:buffer";
import { beforeEach, expect, it, vi } from "vitest";
import { closeTab, newTab, shortenWaits, until } from "../../../test/support/outbox";
import { signIn } from "../../../test/support/session";
import { inStore } from "../../lib/browser/database";

/** Tests receipts whose photos cannot be read or uploaded, and retries. */
const prepare = vi.hoisted(() => vi.fn());
vi.mock("./prepare-photo", () => ({ preparePhoto: prepare }));

/** The server's effects: the body of each key that it carried out. */
let read = new Map<string, string>();
let uploads: string[] = [];
let accounts = 0;
/** Differs for each test, because tabs of earlier tests may still run. */
let key = "";
let answerUpload: (name: string) => Response;
let answerExtract: (serve: () => Response) => Response;

const photo = (name: string) => new File([name], `${name}.jpg`, { type: "image/jpeg" });
const receipt = (...names: string[]) => {
  const [first, ...further] = names.map(photo);
  return { kind: "receipt.read", photo: first as File, ...(further.length > 0 && { further }) } as const;
};

beforeEach(async () => {
  shortenWaits();
  vi.stubGlobal("Blob", NodeBlob);
  vi.stubGlobal("File", NodeFile);
  // jsdom's FileReader reads only jsdom's blobs.
  vi.stubGlobal(
    "FileReader",
    class {
      result = "";
      onload = () => undefined as void;
      readAsDataURL(blob: Blob) {
        void blob.text().then((text) => {
          this.result = `data:,${text}`;
          this.onload();
        });
      }
    },
  );
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  key = `key${(accounts += 1)}`;
  signIn(key);
  await inStore("outbox", "readwrite", (store) => store.clear());
  read = new Map();
  uploads = [];
  answerUpload = () => new Response(null);
  answerExtract = (serve) => serve();
  prepare.mockReset();
  prepare.mockImplementation((file: File) => Promise.resolve({ kind: "upload", blob: file }));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/health") return Response.json({ status: "ok" });
    if (path === "/api/receipts") {
      const receiptKey = `key${uploads.length + 1}`;
      return Response.json({ receiptKey, uploadUrl: `/upload/${receiptKey}`, message: "" });
    }
    if (path.startsWith("/upload/")) {
      const name = await (init.body as Blob).text();
      uploads.push(name);
      return answerUpload(name);
    }
    const sent = new Headers(init.headers).get("Idempotency-Key") ?? "";
    return answerExtract(() => {
      const body = String(init.body);
      if ((read.get(sent) ?? body) !== body)
        return Response.json({ error: "validation_failed", field: "Idempotency-Key", message: "" }, { status: 422 });
      read.set(sent, body);
      return Response.json({ sessionId: "s", items: [], itemCount: 0, message: "" });
    });
  });
});

it.each([403, 404, 413, 500])("keeps a receipt whose upload fails with %i without blocking others", async (status) => {
  answerUpload = (name) => new Response(null, { status: name === "bad" ? status : 200 });
  const outbox = await newTab();
  outbox.submit(receipt("bad"), `bad-${key}`).catch(() => undefined);
  await outbox.submit(receipt("good"), `good-${key}`);
  expect([...read.keys()]).toEqual([`good-${key}`]);
  await until(() =>
    expect([outbox.pending().map(({ key }) => key), outbox.failed().map(({ key }) => key)]).toEqual(
      status === 413 ? [[], [`bad-${key}`]] : [[`bad-${key}`], []],
    ),
  );
});

it.each(["NotReadableError", "NotFoundError"])(
  "marks a receipt as failed whose photo cannot be read (%s)",
  async (name) => {
    prepare.mockImplementation(async (file: File) => {
      if ((await file.text()) === "bad") throw new DOMException("gone", name);
      return { kind: "upload", blob: file };
    });
    const outbox = await newTab();
    const bad = outbox.submit(receipt("bad"), `bad-${key}`);
    await outbox.submit(receipt("good"), `good-${key}`);
    await expect(bad).rejects.toThrow();
    expect(outbox.failed().map((row) => [row.key, row.aside?.code])).toEqual([[`bad-${key}`, "photo_unreadable"]]);
  },
);

it("sends the same request of several photos after a reload, without another upload", async () => {
  answerExtract = (serve) => {
    serve();
    throw new TypeError("the network went away");
  };
  const outbox = await newTab();
  outbox.submit(receipt("top", "bottom"), key).catch(() => undefined);
  await until(() => expect(read.size).toBe(1));
  closeTab(outbox);
  answerExtract = (serve) => serve();
  prepare.mockClear();
  const next = await newTab();
  await until(() => expect(next.pending()).toEqual([]));
  expect([uploads, prepare.mock.calls.length, next.failed()]).toEqual([["top", "bottom"], 0, []]);
});

it("continues after the last uploaded photo", async () => {
  let tries = 0;
  answerUpload = (name) => {
    if (name === "bottom" && (tries += 1) === 1) throw new TypeError("the network went away");
    return new Response(null);
  };
  const outbox = await newTab();
  await outbox.submit(receipt("top", "bottom"), key);
  expect(uploads).toEqual(["top", "bottom", "bottom"]);
});

it("uploads photos again that the server has deleted", async () => {
  let tries = 0;
  answerExtract = (serve) => {
    tries += 1;
    if (tries === 1) throw new TypeError("the network went away");
    if (tries > 2) return serve();
    return Response.json({ error: "validation_failed", field: "receiptKeys", message: "" }, { status: 422 });
  };
  const outbox = await newTab();
  await outbox.submit(receipt("top", "bottom"), key);
  expect(uploads).toEqual(["top", "bottom", "top", "bottom"]);
});

it("completes a receipt whose key was used for another body", async () => {
  prepare.mockImplementation(() =>
    Promise.resolve({ kind: "inline", blob: new Blob([`${prepare.mock.calls.length}`]) }),
  );
  answerExtract = (serve) => {
    serve();
    throw new TypeError("the network went away");
  };
  const outbox = await newTab();
  outbox.submit(receipt("one"), key).catch(() => undefined);
  await until(() => expect(read.size).toBe(1));
  closeTab(outbox);
  answerExtract = (serve) => serve();
  const next = await newTab();
  await until(() => expect([next.pending(), next.failed()]).toEqual([[], []]));
});
