import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../client";
import { exportPictures } from "./export-pictures";

const server = vi.hoisted(() => ({ request: vi.fn(), receiptPicture: vi.fn() }));
vi.mock("../client", async (importOriginal) => ({ ...(await importOriginal<object>()), request: server.request }));
vi.mock("./pictures", () => ({ receiptPicture: server.receiptPicture }));

beforeEach(() => {
  server.request.mockResolvedValue([
    { id: "0192-a", scannedAt: "2026-11-20T09:05:00Z", store: "Corner: Grocer", pictures: 2 },
    { id: "0193-b", scannedAt: "2026-11-21T09:05:00Z", store: null, pictures: 1 },
  ]);
});

it("exports the other pictures if one cannot be loaded, and reports the progress", async () => {
  server.receiptPicture.mockImplementation(async (id: string, number: number) => {
    if (id === "0192-a" && number === 0) throw new ApiError(500, "", null, undefined);
    return new Blob([`picture ${id} ${number}`]);
  });
  const progress: string[] = [];
  const { archive, missing } = await exportPictures((n, all) => progress.push(`${n}/${all}`));
  expect(missing).toBe(1);
  expect(progress).toEqual(["1/3", "2/3", "3/3"]);
  const bytes = new TextDecoder("latin1").decode(await archive?.arrayBuffer());
  expect(bytes.match(/picture \S+ \d/g)).toEqual(["picture 0192-a 1", "picture 0193-b 0"]);
  expect(bytes).toContain("2026-11-20 Corner Grocer #0192 2.jpg");
});

it("exports nothing if the server has no pictures any more", async () => {
  server.receiptPicture.mockRejectedValue(new ApiError(404, "", null, undefined));
  expect(await exportPictures(() => undefined)).toEqual({ archive: null, missing: 0 });
});
