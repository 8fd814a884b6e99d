import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Names the API that this build speaks, for what is cached of it (`src/api/cache-store.ts`). */
export function apiHash(): Record<"__API_HASH__", string> {
  const description = readFileSync(new URL("../openapi.json", import.meta.url));
  return { __API_HASH__: JSON.stringify(createHash("sha256").update(description).digest("hex").slice(0, 12)) };
}
