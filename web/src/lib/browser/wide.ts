import { useSyncExternalStore } from "react";

/**
 * The minimum width for a list and its selected entry side by side (DESIGN.md). In em, so that large text uses the
 * phone's layout.
 */
const query = typeof matchMedia === "function" ? matchMedia("(min-width: 56.25em)") : undefined;

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query?.addEventListener("change", listener);
      return () => query?.removeEventListener("change", listener);
    },
    () => query?.matches ?? false,
  );
}
