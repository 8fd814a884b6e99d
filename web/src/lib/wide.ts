import { useSyncExternalStore } from "react";

/** From this width on, a list and what is chosen in it stand side by side (DESIGN.md). */
const query = typeof matchMedia === "function" ? matchMedia("(min-width: 900px)") : undefined;

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query?.addEventListener("change", listener);
      return () => query?.removeEventListener("change", listener);
    },
    () => query?.matches ?? false,
  );
}
