/**
 * The browser of the tests: Debian's headless Chromium, which draws no windows and so takes a quarter less time than the
 * full one. CHROMIUM names another one.
 */
export const browserPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";

/** The arguments of either: as root in a container, silent towards the network. */
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

/** The full browser, for what the headless one lacks: notifications, and letters smoothed as on people's screens. */
export const FULL_BROWSER = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: BROWSER_ARGS,
};
