import { createHash } from "node:crypto";
import { relative } from "node:path";

/**
 * The classes of a style module end alike, by which they compress better than with an ending each. The build and the
 * first paint that it draws have to agree on them.
 */
export const generateScopedName = (name: string, file: string): string =>
  `${name}-${createHash("sha256")
    .update(relative(import.meta.dirname, file))
    .digest("base64url")
    .slice(0, 4)}`;
