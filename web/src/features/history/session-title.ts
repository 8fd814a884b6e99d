import { useHistoryStrings } from "virtual:strings/history";

/** Specification §2: the first segment of the session's id. */
export function sessionTitle(t: ReturnType<typeof useHistoryStrings>, id: string): string {
  return t.sessionTitle(id.split("-")[0] ?? id);
}
