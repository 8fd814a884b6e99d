/** Larder's logo, a jar. `public/icons/logo.svg` is the same drawing. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden focusable="false">
      <rect width="64" height="64" rx="15" fill="#1f5a41" />
      <rect x="19" y="10" width="26" height="8" rx="3" fill="#e2a01f" />
      <path d="M21 20h22c0 4 6 5 6 12v15a7 7 0 0 1-7 7H22a7 7 0 0 1-7-7V32c0-7 6-8 6-12z" fill="#fffdf8" />
      <path d="M19 36c4.300-3 8.700 3 13 0s8.700 3 13 0v11a3 3 0 0 1-3 3H22a3 3 0 0 1-3-3z" fill="#6ba348" />
    </svg>
  );
}
