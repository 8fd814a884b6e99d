import { readdir, readFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** The screens whose files have other names in the next version. */
const RENAMED = /(?<=\/)(settings|history-more)-(?!base-|more-)[\w-]+(?=\.(js|css)\b)/g;
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".html": "text/html",
  ".webmanifest": "application/manifest+json",
};

export interface VersionedSite {
  readonly url: string;
  /** Serves the next version instead of the current one, whose renamed files are then missing; each takes `delayMs`. */
  publishNext(delayMs?: number): void;
  close(): Promise<void>;
}

/** Serves the built site at another address, with the API of `api`, and can publish another version of it. */
export async function serveVersions(api: string): Promise<VersionedSite> {
  const dist = process.env["LARDER_SITE"] ?? join(import.meta.dirname, "../../dist");
  const files = new Set((await readdir(dist, { recursive: true })).map((name) => `/${name}`));
  let version = 1;
  let delay = 0;
  const rename = (text: string) =>
    version === 1
      ? text
      : text
          .replace(RENAMED, (name) => `${name}-v${version}`)
          // Another version's HTML has another hash.
          .replace(/(?<=revision[`"']?:[`"'])[0-9a-f]{32}/g, (hash) => `${hash}-v${version}`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", api);
    if (/^\/(api|identity|uploads)\//.test(pathname)) {
      const passing = forward(
        new URL(request.url ?? "/", api),
        { method: request.method, headers: { ...request.headers, host: new URL(api).host } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      passing.on("error", () => response.destroy());
      request.pipe(passing);
      return;
    }
    const own = [...files].find((file) => rename(file) === pathname && file !== "/");
    if (own === undefined && pathname.startsWith("/assets/")) return void response.writeHead(404).end();
    const path = own ?? "/index.html";
    const type = TYPES[extname(path)];
    const slow = path.startsWith("/assets/") ? delay : 0;
    void new Promise((resolve) => setTimeout(resolve, slow)).then(async () => {
      const content = await readFile(join(dist, path));
      response.writeHead(200, { "content-type": type ?? "application/octet-stream", "cache-control": "no-cache" });
      response.end(type === undefined ? content : rename(content.toString("utf8")));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publishNext: (delayMs = 0) => void ([version, delay] = [version + 1, delayMs]),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
