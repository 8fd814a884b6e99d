/**
 * Separates the parts of a line, such as store and day. It stays with the part before it, so that no line begins with
 * it.
 */
export const SEPARATOR = "\u00a0· ";
