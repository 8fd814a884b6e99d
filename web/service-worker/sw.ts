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

/** The texts of a language, its names of products, its letters: `assets/de-….js`. */
const OF_LANGUAGE = /^\/?assets\/([a-z]{2})-/;
const files = self.__WB_MANIFEST as { readonly url: string; revision: string | null }[];

const precache = new PrecacheController();
precache.addToCacheList(files.filter(({ url }) => !OF_LANGUAGE.test(url)));
registerRoute(new PrecacheRoute(precache));
cleanupOutdatedCaches();

/** Adds the files of the languages that are read here: the chosen one and the browser's. */
async function addLanguages(): Promise<void> {
  const read = [
    await values.get("language").catch(() => undefined),
    ...self.navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()),
  ];
  precache.addToCacheList(files.filter(({ url }) => read.includes(OF_LANGUAGE.exec(url)?.[1] ?? "")));
}

self.addEventListener("install", (event) => event.waitUntil(addLanguages().then(() => precache.install(event))));

// A page that was opened before the update still runs the code of the version before, whose parts the server no longer
// has.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request, url }) => {
    const kept = await caches.match(request, { cacheName: cacheNames.precache, ignoreVary: true });
    if (kept) return kept;
    const response = await fetch(request);
    // A language that was just chosen is there without network, too.
    if (response.ok && OF_LANGUAGE.test(url.pathname))
      await caches.open(cacheNames.precache).then((cache) => cache.put(request, response.clone()));
    return response;
  },
);

/** Deletes the files of older versions once at most `others` pages are open that could be using them. */
async function deleteOldFiles(event: ExtendableEvent, others: number, ownId?: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ id }) => id !== ownId).length <= others) {
    await addLanguages();
    await precache.activate(event);
  }
}

// The only open page asked for the update, and is about to reload.
self.addEventListener("activate", (event) => event.waitUntil(deleteOldFiles(event, 1)));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.waitUntil(deleteOldFiles(event, 0, event.resultingClientId));
});

// Every page of the site is the one shell; the API, the identity provider and files are not pages.
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

// The first visit is served by this worker at once, so that a page opened a minute later works offline.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
