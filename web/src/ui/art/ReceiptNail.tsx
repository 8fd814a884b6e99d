import { Drawing, wash } from "./Drawing";

/** Receipts on a nail, for the history. */
export function ReceiptNail() {
  return (
    <Drawing>
      <circle cx="100" cy="76" r="54" style={wash} />
      <path d="M100 12v116M84 128h32" />
      <path d="M66 40l66-10 4 24-66 10z" fill="var(--card)" />
      <path d="M64 72l68 4-2 24-68-4z" fill="var(--card)" />
      <path d="M78 48l30-4M78 82l34 2M78 90l20 1" opacity=".7" />
    </Drawing>
  );
}
