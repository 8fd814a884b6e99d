import { Drawing, wash } from "./Drawing";

/** A receipt with a leaf, for scanning. */
export function ReceiptLeaf() {
  return (
    <Drawing>
      <circle cx="100" cy="70" r="56" style={wash} />
      <path d="M70 22h60v96l-10-7-10 7-10-7-10 7-10-7-10 7z" fill="var(--card)" />
      <path d="M82 42h22M82 56h30M82 70h18" />
      <path d="M118 42h.1M118 56h.1" />
      <path d="M128 96c0-16 10-26 28-26 0 18-10 28-28 26zM128 96l14-13M128 96c-6 4-8 10-8 18" fill="var(--card)" />
    </Drawing>
  );
}
