import { createHash } from "node:crypto";
import { relative } from "node:path";

/**
 * Returns the class name of a style module, with a suffix per module, which compresses well. The build and the first
 * paint must use the same names.
 */
export const generateScopedName = (name: string, file: string): string =>
  `${name}-${createHash("sha256")
    .update(relative(import.meta.dirname, file))
    .digest("base64url")
    .slice(0, 4)}`;
