/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { listenForPushes } from "./push";
import { receiveSharedPhoto } from "./share-target";

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page of the site is the one shell; the API, the identity provider and files are not pages.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/"), { denylist: [/^\/api\//, /^\/identity\//, /^\/share-target/] }),
);
registerRoute("/share-target", ({ event }) => receiveSharedPhoto(event as FetchEvent), "POST");

listenForPushes(self);

self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

// The first visit is served by this worker at once, so that a page opened a minute later works offline.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
