/// <reference lib="webworker" />
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import routes from "../../shared/data/routes.json";
import { values } from "../src/lib/browser/database";
import { listenForPushes } from "./push";
import { receiveSharedPhotos } from "./share-target";

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** Matches files of one language, such as its texts and product names: `assets/de-….js`. */
const LANGUAGE_FILE = /^\/?assets\/([a-z]{2})-/;
const files = self.__WB_MANIFEST as { readonly url: string; revision: string | null }[];

/**
 * The cache of this version: the HTML's hash changes with every file that a page loads. Earlier ones began with
 * "workbox".
 */
const CACHE = `larder-site-${files.find(({ url }) => url === "/")?.revision}`;
const VERSION_CACHE = /^(larder-site|workbox-precache)-/;

/**
 * Deletes the files of earlier versions if at most `maxPages` pages are open, which may use them. The browser lists
 * caches in the order of their creation, so that a version that is being installed keeps its own.
 */
async function deleteOldFiles(maxPages: number, newPageId?: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ id }) => id !== newPageId).length > maxPages) return;
  const names = (await caches.keys()).filter((name) => VERSION_CACHE.test(name));
  for (const name of names.slice(0, Math.max(0, names.indexOf(CACHE)))) await caches.delete(name);
}

// The page that requested the update will reload.
self.addEventListener("activate", (event) => event.waitUntil(deleteOldFiles(1)));
// Before the routes, which keep later listeners from the requests that they answer.
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.waitUntil(deleteOldFiles(0, event.resultingClientId));
});

const precache = new PrecacheController({ cacheName: CACHE });
precache.addToCacheList(files.filter(({ url }) => !LANGUAGE_FILE.test(url)));
registerRoute(new PrecacheRoute(precache));

/** Adds the files of the user's languages: the chosen one and the browser's. */
async function addLanguages(): Promise<void> {
  const used = [
    await values.get("language").catch(() => undefined),
    ...self.navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ];
  precache.addToCacheList(files.filter(({ url }) => used.includes(LANGUAGE_FILE.exec(url)?.[1] ?? "")));
}

/** Copies the files that an earlier version has too: their names change with their content. */
async function copyUnchangedFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url, revision } of files) {
    const copy = revision === null && (await caches.match(`/${url}`, { ignoreVary: true }));
    if (copy) await cache.put(`/${url}`, copy);
  }
}

self.addEventListener("install", (event) =>
  event.waitUntil(Promise.all([addLanguages(), copyUnchangedFiles()]).then(() => precache.install(event))),
);

// A page that was opened before an update still needs files of the earlier version, which the server no longer has.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request, url }) => {
    const cached = await caches.match(request, { ignoreVary: true });
    if (cached) return cached;
    const response = await fetch(request);
    // Caches a language that was just chosen, for offline use, unless the disk is full.
    if (response.ok && LANGUAGE_FILE.test(url.pathname)) {
      const copy = response.clone();
      await caches
        .open(CACHE)
        .then((cache) => cache.put(request, copy))
        .catch(() => undefined);
    }
    return response;
  },
);

// All pages have the same HTML. Every other address, such as a text file, is the server's.
const pages = Object.values(routes).map((path) => new RegExp(`^${path.replace(/:.+/, "[^/?]+/?")}(\\?|$)`));
registerRoute(new NavigationRoute(precache.createHandlerBoundToURL("/"), { allowlist: pages }));
registerRoute("/share-target", ({ request }) => receiveSharedPhotos(request), "POST");

listenForPushes(self);

self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

// Controls the pages of the first visit at once, so that they work offline.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
