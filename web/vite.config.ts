import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { catalogue } from "./dev/catalogue";
import { heicDecoder } from "./dev/heic-decoder";
import { manifest } from "./dev/manifest";
import { mockApi } from "./dev/mock-api";

const backend = process.env["LARDER_BACKEND"] ?? "http://127.0.0.1:8080";

/**
 * What every visit needs whichever tab it opens, in one file: left to itself the bundler makes a dozen, and small files compress worse (four kilobytes in all).
 * Icons and drawings stay out, so that each screen brings only its own.
 */
const SHARED = [
  /node_modules\/(react|react-dom|scheduler|@tanstack\/[^/]+)\//,
  /node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared)/,
  /src\/api\/(outbox\/|client|queries|query-client|use-data)/,
  /src\/lib\/(auth\/|clock|database|dates|i18n|ids|locks|online|router|storage|swipe|theme|trusted-types|domain\/(freshness|catalogue))/,
  /src\/locales\/en\/common/,
  /src\/ui\/(Badge|Button|CategoryIcon|EmptyState|Freshness|Segmented|Skeleton|Surface|ToastRegion|classes|expiry-label|strings|toasts|use-swipe|use-title)/,
  /src\/ui\/art\/Drawing/,
];

function sharedByAll(id: string): boolean {
  return SHARED.some((pattern) => pattern.test(id.replaceAll("\\", "/")));
}

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
        // The shell is kept under the address that people open: a server need not answer its file name, and one that does not would fail the whole installation.
        manifestTransforms: [(entries) => ({ manifest: entries.map((entry) => (entry.url === "index.html" ? { ...entry, url: "/" } : entry)), warnings: [] })],
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
    // `LARDER_MOCK=1 npm run dev` answers the contract from memory; without it, requests go to a running `larder`.
    ...(process.env["LARDER_MOCK"] ? [mockApi()] : []),
  ],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Data URLs would need `img-src data:` and `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    // `scripts/size.mjs` reads it; it stays out of the precache.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: sharedByAll }] } } },
  },
  server: { proxy: process.env["LARDER_MOCK"] ? {} : { "/api": backend, "/identity": backend } },
});
