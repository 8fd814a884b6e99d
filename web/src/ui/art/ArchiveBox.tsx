import { Drawing, wash } from "./Drawing";

/** A closed box with a leaf, for the archive. */
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
