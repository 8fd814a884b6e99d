import { Drawing, wash } from "./Drawing";

/** A shopping bag, for the shopping list. */
export function ShoppingBag() {
  return (
    <Drawing>
      <circle cx="100" cy="76" r="54" style={wash} />
      <path d="M62 54h76l6 70H56z" fill="var(--card)" />
      <path d="M82 66V46a18 18 0 0 1 36 0v20" />
      <path d="M84 92l10 10 22-22" />
    </Drawing>
  );
}
