import { storage } from "./storage";

/** `system` follows the device. `public/first-paint.js` reads the same key before the first paint. */
export type Theme = "system" | "light" | "dark";
const KEY = "larder.theme";
const BACKGROUND = { light: "#faf5ea", dark: "#1c1915" } as const;

export function chosenTheme(): Theme {
  const value = storage.get(KEY);
  return value === "light" || value === "dark" ? value : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") storage.remove(KEY);
  else storage.set(KEY, theme);
  applyTheme();
}

/** Applies the chosen theme to the page and the browser's bars. */
export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.media.includes("dark") ? "dark" : "light";
    meta.content = BACKGROUND[theme === "system" ? scheme : theme];
  }
}
