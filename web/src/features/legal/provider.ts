/**
 * The operator of this copy, set at build time: VITE_PROVIDER_NAME, VITE_PROVIDER_ADDRESS (lines separated by "|") and
 * VITE_PROVIDER_EMAIL. Required for public sites in Germany (§ 5 DDG).
 */
interface Provider {
  readonly name: string;
  readonly address: readonly string[];
  readonly email: string | undefined;
}

/** Returns the operator; null if the build has no name of one. */
export function providerOf(environment: Record<string, string | boolean | undefined>): Provider | null {
  const text = (name: string) => {
    const value = environment[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const name = text("VITE_PROVIDER_NAME");
  if (name === "") return null;
  return {
    name,
    address: text("VITE_PROVIDER_ADDRESS")
      .split("|")
      .map((line) => line.trim())
      .filter(Boolean),
    email: text("VITE_PROVIDER_EMAIL") || undefined,
  };
}
