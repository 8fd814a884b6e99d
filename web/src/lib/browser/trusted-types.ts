/**
 * The one Trusted Types policy of the site: scripts for workers may come from our own origin only, and nothing may be
 * turned into HTML. The header that goes with it is `require-trusted-types-for 'script'; trusted-types larder`.
 */
type Policy = { createScriptURL(url: string): string };

function sameOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError("Scripts come from our own origin only.");
  return url;
}

const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
const policy: Policy = factory
  ? factory.createPolicy("larder", { createScriptURL: sameOrigin })
  : { createScriptURL: sameOrigin };

/** A script address that `Worker` and the service worker's registration accept under Trusted Types. */
export function trustedScript(url: string): string {
  return policy.createScriptURL(url);
}
