import type { ManifestOptions } from "vite-plugin-pwa";

/** The web app manifest. The colours are those of `src/ui/styles/tokens.css`. */
export const manifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Larder",
  short_name: "Larder",
  description: "See how long your groceries keep, and eat them in time.",
  lang: "en",
  start_url: "/?source=home",
  scope: "/",
  display: "standalone",
  background_color: "#faf5ea",
  theme_color: "#faf5ea",
  categories: ["food", "lifestyle", "productivity"],
  icons: [
    { src: "/icons/logo.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icons/maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/icons/monochrome-512.png", sizes: "512x512", type: "image/png", purpose: "monochrome" },
  ],
  shortcuts: [
    {
      name: "Scan Receipt",
      short_name: "Scan",
      url: "/?tab=scan",
      icons: [{ src: "/icons/shortcut-scan.png", sizes: "96x96", type: "image/png" }],
    },
    {
      name: "My Items",
      short_name: "Items",
      url: "/?tab=items",
      icons: [{ src: "/icons/shortcut-items.png", sizes: "96x96", type: "image/png" }],
    },
    {
      name: "Shopping List",
      short_name: "List",
      url: "/shopping-list",
      icons: [{ src: "/icons/shortcut-list.png", sizes: "96x96", type: "image/png" }],
    },
  ],
  share_target: {
    action: "/share-target",
    method: "POST",
    enctype: "multipart/form-data",
    params: { files: [{ name: "receipt", accept: ["image/*", "application/pdf"] }] },
  },
  screenshots: [
    {
      src: "/screenshots/items-phone.png",
      sizes: "780x1688",
      type: "image/png",
      form_factor: "narrow",
      label: "What to eat first",
    },
    {
      src: "/screenshots/items-wide.png",
      sizes: "1280x800",
      type: "image/png",
      form_factor: "wide",
      label: "The whole larder on a wide screen",
    },
  ],
};
