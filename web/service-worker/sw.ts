/// <reference lib="webworker" />
import { cacheNames } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { values } from "../src/lib/browser/database";
import { listenForPushes } from "./push";
import { receiveSharedPhotos } from "./share-target";

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** Matches files of one language, such as its texts and product names: `assets/de-….js`. */
const LANGUAGE_FILE = /^\/?assets\/([a-z]{2})-/;
const files = self.__WB_MANIFEST as { readonly url: string; revision: string | null }[];

const precache = new PrecacheController();
precache.addToCacheList(files.filter(({ url }) => !LANGUAGE_FILE.test(url)));
registerRoute(new PrecacheRoute(precache));
cleanupOutdatedCaches();

/** Adds the files of the user's languages: the chosen one and the browser's. */
async function addLanguages(): Promise<void> {
  const used = [
    await values.get("language").catch(() => undefined),
    ...self.navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ];
  precache.addToCacheList(files.filter(({ url }) => used.includes(LANGUAGE_FILE.exec(url)?.[1] ?? "")));
}

self.addEventListener("install", (event) => event.waitUntil(addLanguages().then(() => precache.install(event))));

// A page that was opened before an update still needs files of the earlier version, which the server no longer has.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request, url }) => {
    const cached = await caches.match(request, { cacheName: cacheNames.precache, ignoreVary: true });
    if (cached) return cached;
    const response = await fetch(request);
    // Caches a language that was just chosen, for offline use.
    if (response.ok && LANGUAGE_FILE.test(url.pathname))
      await caches.open(cacheNames.precache).then((cache) => cache.put(request, response.clone()));
    return response;
  },
);

/** Deletes the files of earlier versions if at most `maxPages` pages are open that may use them. */
async function deleteOldFiles(event: ExtendableEvent, maxPages: number, newPageId?: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ id }) => id !== newPageId).length <= maxPages) {
    await addLanguages();
    await precache.activate(event);
  }
}

// The page that requested the update will reload.
self.addEventListener("activate", (event) => event.waitUntil(deleteOldFiles(event, 1)));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.waitUntil(deleteOldFiles(event, 0, event.resultingClientId));
});

// All pages have the same HTML. The API, the identity provider and the share target are not pages.
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL("/"), {
    denylist: [/^\/api\//, /^\/identity\//, /^\/share-target/],
  }),
);
registerRoute("/share-target", ({ request }) => receiveSharedPhotos(request), "POST");

listenForPushes(self);

self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

// Controls the pages of the first visit at once, so that they work offline.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
