/**
 * The Trusted Types policy of the site: worker scripts only from the same origin, and no HTML from strings. The
 * matching header is `require-trusted-types-for 'script'; trusted-types larder`.
 */
type Policy = { createScriptURL(url: string): string };

function sameOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError("The script is from another origin.");
  return url;
}

const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
const policy: Policy = factory
  ? factory.createPolicy("larder", { createScriptURL: sameOrigin })
  : { createScriptURL: sameOrigin };

/** Returns a script address that `Worker` and the service worker's registration accept under Trusted Types. */
export function trustedScript(url: string): string {
  return policy.createScriptURL(url);
}
