import { navigate } from "../lib/navigation/router";

/** Closes a sheet over a page: back to the page where it was opened, or to `otherwise` after a reload or a link. */
export function closeOver(otherwise: string): void {
  if ((history.state as { over?: unknown } | null)?.over) history.back();
  else navigate(otherwise, { replace: true });
}
