import type { ReactNode } from "react";

/** Larder's own line drawings for empty screens: one pen width, one spot of colour each. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 200 140" width="200" height="140" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" focusable="false">
      {children}
    </svg>
  );
}

const wash = { fill: "var(--green-wash)", stroke: "none" } as const;

/** A shelf with one empty jar: nothing is kept yet. */
export function EmptyShelf() {
  return (
    <Drawing>
      <path d="M24 112c-6-40 24-84 76-84s84 40 76 84z" style={wash} />
      <path d="M18 112h164M32 112v14M168 112v14" />
      <path d="M84 50h32v9H84zM87 59c0 7-9 8-9 18v26a9 9 0 0 0 9 9h26a9 9 0 0 0 9-9V77c0-10-9-11-9-18" />
      <path d="M86 78v14" opacity=".5" />
      <path d="M138 112c0-16 4-26 4-26s12 8 12 26M142 86c-2-8 2-14 8-16 2 7-1 13-8 16z" />
      <path d="M40 112V92a6 6 0 0 1 6-6h10a6 6 0 0 1 6 6v20M40 98h22" />
    </Drawing>
  );
}

/** A receipt that grows a leaf: scanning. */
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

/** A magnifying glass over an empty plate: the filter found nothing. */
export function NothingFound() {
  return (
    <Drawing>
      <ellipse cx="94" cy="96" rx="66" ry="22" style={wash} />
      <ellipse cx="94" cy="92" rx="60" ry="20" />
      <ellipse cx="94" cy="90" rx="38" ry="11" opacity=".6" />
      <circle cx="122" cy="52" r="24" fill="var(--card)" />
      <path d="M139 69l22 22" strokeWidth="5" />
      <path d="M112 46c2-5 6-8 11-8" opacity=".6" />
    </Drawing>
  );
}

/** A row of past receipts on a nail: history. */
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

/** A closed box with a leaf on it: the archive. */
export function ArchiveBox() {
  return (
    <Drawing>
      <path d="M30 118c-4-50 30-90 70-90s74 40 70 90z" style={wash} />
      <path d="M46 52h108v20H46zM54 72h92v46H54z" fill="var(--card)" />
      <path d="M88 86h24" />
      <path d="M100 44c0-14 8-22 24-22 0 15-9 24-24 22zM100 44l10-10" />
      <path d="M30 118h140" />
    </Drawing>
  );
}

/** A shopping bag: the list. */
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

/** A door ajar: page not found, link gone. */
export function OpenDoor() {
  return (
    <Drawing>
      <path d="M52 124V52a48 48 0 0 1 96 0v72z" style={wash} />
      <path d="M60 124V54a40 40 0 0 1 80 0v70M40 124h120" />
      <path d="M60 54c0-20 14-36 34-40v124l-34-14z" fill="var(--card)" />
      <path d="M84 78v8" />
      <path d="M104 68h36M104 96h36" opacity=".6" />
    </Drawing>
  );
}
