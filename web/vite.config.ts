import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { catalogue } from "./dev/catalogue";
import { heicDecoder } from "./dev/heic-decoder";
import { manifest } from "./dev/manifest";
import { mockApi } from "./dev/mock-api";

const backend = process.env["LARDER_BACKEND"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    react(),
    catalogue(),
    heicDecoder(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "service-worker",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest,
      injectManifest: {
        // The HEIC decoder is three megabytes and wanted by few, so the browser fetches it the first time it is needed.
        globPatterns: ["**/*.{html,js,css,woff2,svg}", "icons/icon-192.png"],
        globIgnores: ["**/heic*.js", "sw.js"],
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
    // `LARDER_MOCK=1 npm run dev` answers the contract from memory; without it, requests go to a running `larder`.
    ...(process.env["LARDER_MOCK"] ? [mockApi()] : []),
  ],
  // wouter brings a shim for Reacts older than 18; ours has the hook.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react", "use-sync-external-store/shim": "react" } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Data URLs would need `img-src data:` and `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    // `scripts/size.mjs` reads it; it stays out of the precache.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: process.env["LARDER_MOCK"] ? {} : { "/api": backend, "/identity": backend } },
});
