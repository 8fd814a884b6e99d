import { Drawing, wash } from "./Drawing";

/** A shelf with one empty jar, for an empty larder. */
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
