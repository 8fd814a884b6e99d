import { isStandalone } from "../browser/standalone";
import { auth } from "./auth";

/**
 * Returns the secret in the fragment of the first address that a browser without a larder opens: of a set-up link, or
 * the install pass in the start address of an installed iOS app. A link with a pass that opens in a browser is ignored:
 * it would open the sender's larder, who could then see what the user adds.
 */
export function firstStartSecret(fragment: string): string | null {
  const [, kind, secret] = /^#(install|setup)=(\w+)$/.exec(fragment) ?? [];
  const isFirstStart = auth.state().uid === null && (kind === "setup" || isStandalone());
  return isFirstStart ? (secret ?? null) : null;
}
