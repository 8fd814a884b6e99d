import { beforeEach, expect, it, vi } from "vitest";
import { receiveSharedPhotos } from "../../../service-worker/share-target";
import { handOver, takeSharedPhotos } from "./shared-photos";

/** Like a browser's cache: responses by address, in the order in which they were put. */
function fakeCache() {
  const responses = new Map<string, Response>();
  return {
    put: (address: string, response: Response) => Promise.resolve(void responses.set(address, response)),
    keys: () => Promise.resolve([...responses.keys()]),
    match: (address: string) => Promise.resolve(responses.get(address)?.clone()),
    delete: (address: string) => Promise.resolve(responses.delete(address)),
  };
}

let cache: ReturnType<typeof fakeCache>;
let redirect: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  cache = fakeCache();
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  // Node accepts no address without an origin.
  redirect = vi.spyOn(Response, "redirect").mockReturnValue(new Response(null, { status: 303 }));
});

async function share(...names: string[]) {
  const form = new FormData();
  for (const name of names) form.append("receipt", new File([name], name, { type: "image/jpeg" }));
  await receiveSharedPhotos({ formData: () => Promise.resolve(form) } as unknown as Request);
}

it("returns all shared photos once, in their order", async () => {
  await share("top.jpg", "middle.jpg", "end ü.jpg");
  const taken = await takeSharedPhotos();
  expect(taken.map(({ name, type }) => [name, type])).toEqual([
    ["top.jpg", "image/jpeg"],
    ["middle.jpg", "image/jpeg"],
    ["end ü.jpg", "image/jpeg"],
  ]);
  expect(await taken[1]?.text()).toBe("middle.jpg");
  expect(await takeSharedPhotos()).toEqual([]);
});

it("keeps shared photos until they are taken", async () => {
  await share("first.jpg");
  await share("second.jpg");
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(["first.jpg", "second.jpg"]);
});

it("returns dropped pictures although those of the share sheet cannot be read", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(cache, "keys").mockRejectedValue(new DOMException("broken"));
  const dropped = new File(["x"], "dropped.jpg");
  handOver([dropped]);
  expect(await takeSharedPhotos()).toEqual([dropped]);
});

it("keeps a photo that cannot be read for later, and returns the others", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await share("top.jpg", "middle.jpg", "end.jpg");
  const { match } = cache;
  const reading = vi.spyOn(cache, "match");
  reading.mockImplementationOnce(match).mockRejectedValueOnce(new DOMException("broken"));
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(["top.jpg", "end.jpg"]);
  expect((await takeSharedPhotos()).map(({ name }) => name)).toEqual(["middle.jpg"]);
});

it("gives each photo to one of two tabs", async () => {
  await share("top.jpg", "end.jpg");
  const taken = await Promise.all([takeSharedPhotos(), takeSharedPhotos()]);
  expect(
    taken
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["end.jpg", "top.jpg"]);
});

it("opens the scan tab with the reason, and keeps no half receipt, if the disk is full", async () => {
  const { put } = cache;
  vi.spyOn(cache, "put").mockImplementationOnce(put).mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  await share("top.jpg", "end.jpg");
  expect(redirect).toHaveBeenLastCalledWith("/?tab=scan&shared=failed", 303);
  expect(await takeSharedPhotos()).toEqual([]);
});
