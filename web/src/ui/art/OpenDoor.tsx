import { Drawing, wash } from "./Drawing";

/** A half-open door, for a missing page and an error. */
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
