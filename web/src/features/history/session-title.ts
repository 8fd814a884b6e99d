import type { useHistoryStrings } from "virtual:strings/history";

/** Returns the title of a scan session, with the first segment of its id (specification §2). */
export function sessionTitle(t: ReturnType<typeof useHistoryStrings>, id: string): string {
  return t.sessionTitle(id.split("-")[0] ?? id);
}
