/**
 * Separates the parts of a line, such as store and day. The first space does not break, so that no line starts with it.
 */
export const SEPARATOR = "\u00a0· ";
