import { storage } from "../../lib/browser/storage";
import { mintInstallPass } from "./calls";

/**
 * iOS gives an app on the home screen a storage of its own. So that it does not begin with an empty larder, the
 * manifest's start address carries a pass that opens this one, once; a fragment, which reaches no log. Browsers that
 * share the storage find a session there and ignore it.
 */
let done: Promise<void> | undefined;

export function putPassIntoManifest(): Promise<void> {
  done ??= put().catch((error: unknown) => {
    done = undefined;
    console.warn("The installed app will begin with a larder of its own:", error);
  });
  return done;
}

async function put(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
  // Without an account there is no larder to carry into the app.
  if (!link || storage.get("larder.session") === null) return;
  const [{ pass }, manifest] = await Promise.all([
    mintInstallPass(),
    fetch(link.href).then((answer) => answer.json() as Promise<Record<string, unknown>>),
  ]);
  // A blob has no base address for relative URLs, so all of them are absolute.
  const absolute = (address: unknown) => new URL(String(address), location.origin).href;
  const icons = (manifest["icons"] as { src: string }[]).map((icon) => ({ ...icon, src: absolute(icon.src) }));
  const own = {
    id: absolute(manifest["id"]),
    start_url: absolute(`/#install=${pass}`),
    scope: absolute(manifest["scope"]),
    icons,
  };
  const { name, short_name, display, background_color, theme_color, lang } = manifest;
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify({ name, short_name, display, background_color, theme_color, lang, ...own })], {
      type: "application/manifest+json",
    }),
  );
}
