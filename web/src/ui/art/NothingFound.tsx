import { Drawing, wash } from "./Drawing";

/** A magnifying glass over an empty plate, for a filter without results. */
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
