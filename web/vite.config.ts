import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { catalogue } from "./dev/catalogue.ts";
import { groups } from "./dev/chunks.ts";
import { generateScopedName } from "./dev/class-names.ts";
import { firstPaint } from "./dev/first-paint.ts";
import { heicDecoder } from "./dev/heic-decoder.ts";
import { languages } from "./dev/languages/plugin.ts";
import { manifest } from "./dev/manifest.ts";
import project from "./package.json" with { type: "json" };

const backend = process.env["LARDER_BACKEND"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    react(),
    languages(),
    catalogue(),
    heicDecoder(),
    firstPaint(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "service-worker",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest,
      injectManifest: {
        buildPlugins: { vite: [languages()] },
        // The HEIC decoder is three megabytes and rarely needed, so the browser fetches it at its first use.
        globPatterns: ["**/*.{html,js,css,woff2,svg}", "icons/icon-192.png"],
        globIgnores: ["**/heic*.js", "sw.js"],
        // The shell is kept under the address that people open: a server need not answer its file name, and one that
        // does not would fail the whole installation.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) => (entry.url === "index.html" ? { ...entry, url: "/" } : entry)),
            warnings: [],
          }),
        ],
        // The largest is React with 219 kB. One beyond this fails the build: its parts are grouped wrongly.
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
  ],
  css: { modules: { generateScopedName } },
  worker: { format: "es" },
  build: {
    // `eslint.config.js` forbids features that these browsers lack.
    target: project.browserslist.map((browser) => browser.replace("ios_saf", "ios").replace(" >= ", "")),
    // Data URLs would need `img-src data:` and `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    // `scripts/size.mjs` reads this manifest; it is not precached.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first load lists the names of all chunks: seven digits of the hash (42 bits) tell versions apart, too.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { "/api": backend, "/identity": backend } },
});
