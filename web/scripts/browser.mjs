// The browser of the pictures. To it http://larder.home is the larder at `base`, so that no picture shows a port.
import { chromium } from "@playwright/test";

export const SITE = "http://larder.home";

export const launch = (base) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...(base
        ? [
            `--host-resolver-rules=MAP larder.home ${new URL(base).host}`,
            `--unsafely-treat-insecure-origin-as-secure=${SITE}`,
          ]
        : []),
    ],
  });
