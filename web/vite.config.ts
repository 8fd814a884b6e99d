import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { catalogue } from "./dev/catalogue.ts";
import { generateScopedName } from "./dev/class-names.ts";
import { firstPaint } from "./dev/first-paint.ts";
import { heicDecoder } from "./dev/heic-decoder.ts";
import { languages } from "./dev/languages/plugin.ts";
import { manifest } from "./dev/manifest.ts";
import project from "./package.json" with { type: "json" };

const backend = process.env["LARDER_BACKEND"] ?? "http://127.0.0.1:8080";

/**
 * Groups the modules that each visit loads into few files: by default the bundler creates dozens, and small files compress
 * worse. A group includes its modules' imports, unless an earlier group has them. React is a file of its own, so that
 * parsing it is a separate task; icons and drawings of single screens stay out.
 */
const SIGN_IN = [
  /vite\/preload-helper/,
  /src\/lib\/(auth\/auth|auth\/identity|auth\/session|browser\/locks|browser\/storage|browser\/scheduling|browser\/standalone)\.ts/,
];
const LIBRARY = [/src\/app\/start\/library\.ts/, /node_modules\/(react|react-dom|scheduler)\//];
/**
 * The modules that name the files of screens and languages. Nothing imports their file but the entry: a change of one
 * screen renames that screen's files and this one, not all that import the rest of the first load.
 */
const SHELL = [
  /src\/app\/(App|frame\/Shell|frame\/StatusLine|pages\/MainPage|screens|start\/main)\.tsx?/,
  /virtual:language-files/,
];
/** Modules of nearly every screen, which are part of the first load, too. */
const APP_SHELL = [
  /src\/lib\/(time\/clock|time\/dates|gestures\/swipe)\.ts/,
  /src\/ui\/(hooks\/use-swipe|hooks\/use-title|modals|toasts|widgets\/EmptyState|widgets\/Skeleton)\.tsx?/,
  /lucide-react\/.*\/icons\/(check|circle-exclamation-point|circle-user-round|cloud-off|cloud-upload|x)\./,
];
/** The names of categories and places. Their icons are not in it, since a shopping list does not show them. */
const CATEGORIES = [/src\/lib\/domain\/(catalogue|places)\.ts/, /lucide-react\/.*\/icons\/chevron-down\./];
/** The fields of the forms of items and list rows. */
const FORM = [/src\/ui\/item-fields\//, /virtual:strings\/fields/, /src\/lib\/domain\/units\.ts/];
const FOOD = [
  /src\/lib\/domain\/freshness\.ts/,
  /src\/ui\/(text\/expiry-label|widgets\/CategoryIcon|widgets\/Freshness)\.tsx?/,
];

const anyOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));

const isShell = anyOf(SHELL);

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
        codeSplitting: {
          groups: [
            { name: "sign-in", test: anyOf(SIGN_IN), priority: 4 },
            { name: "library", test: anyOf(LIBRARY), priority: 3 },
            {
              debugName: "frame",
              // What the shell imports, with what that imports.
              name: (id, chunking) =>
                !isShell(id) && (anyOf(APP_SHELL)(id) || chunking.getModuleInfo(id)?.importers.some(isShell))
                  ? "frame"
                  : null,
              priority: 2,
            },
            { name: "shell", test: isShell, priority: 1.8 },
            { name: "categories", test: anyOf(CATEGORIES), priority: 1.5 },
            { name: "form", test: anyOf(FORM), priority: 0.5 },
            { name: "food", test: anyOf(FOOD), priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": backend, "/identity": backend } },
});
