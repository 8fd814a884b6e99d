import { navigate } from "../lib/navigation/router";

/** Closes a sheet: goes back to the page where it was opened, or to `fallback` if it was opened by a link. */
export function closeSheet(fallback: string): void {
  if ((history.state as { isSheet?: unknown } | null)?.isSheet) history.back();
  else navigate(fallback, { replace: true });
}
