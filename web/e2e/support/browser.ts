/** The browser of the tests: Debian's headless Chromium, which is faster than the full one, or that of CHROMIUM. */
export const browserPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";

/** Arguments for root in a container, and against background requests. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** The full browser, for notifications and smoothed text, which the headless one lacks. */
export const FULL_BROWSER = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: BROWSER_ARGS,
};
