import { useMemo } from "react";
import { navigate, useHistoryState } from "../../../lib/navigation/router";

export interface AddedItems {
  readonly ids: ReadonlySet<string>;
  readonly dismiss: () => void;
}

/** Returns the items that a scan has just added. They are stored in the history entry, so that a reload keeps them. */
export function useAddedItems(): AddedItems {
  const state = useHistoryState() as { added?: unknown } | null;
  const ids = useMemo(() => new Set(Array.isArray(state?.added) ? (state.added as readonly string[]) : []), [state]);
  return { ids, dismiss: () => navigate(location.pathname + location.search, { replace: true }) };
}
