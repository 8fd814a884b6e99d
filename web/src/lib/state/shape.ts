/** Validates data from disk. Unknown fields are allowed, so that a newer server's fields are kept. */
export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === "string";
export const number: Shape = (value) => Number.isFinite(value);
export const flag: Shape = (value) => typeof value === "boolean";

export const oneOf =
  (...names: readonly unknown[]): Shape =>
  (value) =>
    names.includes(value);

/** The shape of a field that may be missing or null. */
export const maybe =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || value === null || shape(value);

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

export const object =
  (fields: Readonly<Record<string, Shape>> = {}): Shape =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, shape]) => shape((value as Record<string, unknown>)[name]));
