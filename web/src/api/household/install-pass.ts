import { auth } from "../../lib/auth/auth";
import { withTimeout } from "../../lib/browser/abort";
import { storage } from "../../lib/browser/storage";
import { createInstallPass } from "./calls";
import { isLooker } from "./role";

const MANIFEST = "/manifest.webmanifest";
const MANIFEST_TIMEOUT_MS = 30_000;
/** A pass is valid for a day. */
const MAX_PASS_AGE_MS = 12 * 3_600_000;
let written: { readonly at: number; readonly done: Promise<void> } | undefined;

const manifestLink = () => document.querySelector<HTMLLinkElement>("link[rel=manifest]");

// The pass opens the previous account's larder.
auth.onAccountChange(() => {
  written = undefined;
  manifestLink()?.setAttribute("href", MANIFEST);
});

/**
 * Puts an install pass into the manifest. iOS gives an installed app its own storage. The pass in the manifest's start
 * address opens this larder once. It is in the fragment, which servers do not log. Browsers that share the storage find
 * a session and ignore the pass.
 */
export function putPassIntoManifest(): Promise<void> {
  if (!written || Date.now() - written.at > MAX_PASS_AGE_MS) {
    const done = writeManifest().catch((error: unknown) => {
      written = undefined;
      console.warn("The installed app will start with a new larder:", error);
    });
    written = { at: Date.now(), done };
  }
  return written.done;
}

async function writeManifest(): Promise<void> {
  const link = manifestLink();
  const { uid } = auth.state();
  // Without an account there is no larder to carry into the app, and a looker lets no other device in.
  if (!link || storage.get("larder.session") === null || isLooker()) return;
  const [{ pass }, manifest] = await Promise.all([
    createInstallPass(),
    fetch(MANIFEST, { signal: withTimeout(MANIFEST_TIMEOUT_MS) }).then(
      (answer) => answer.json() as Promise<Record<string, unknown>>,
    ),
  ]);
  // A late pass of an earlier account does not count.
  if (auth.state().uid !== uid) return;
  // A blob has no base address for relative URLs, so all of them are absolute.
  const absolute = (address: unknown) => new URL(String(address), location.origin).href;
  const icons = (manifest["icons"] as { src: string }[]).map((icon) => ({ ...icon, src: absolute(icon.src) }));
  const addresses = {
    id: absolute(manifest["id"]),
    start_url: absolute(`/#install=${pass}`),
    scope: absolute(manifest["scope"]),
    icons,
  };
  const { name, short_name, display, background_color, theme_color, lang } = manifest;
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify({ name, short_name, display, background_color, theme_color, lang, ...addresses })], {
      type: "application/manifest+json",
    }),
  );
}
