import { useEffect, useRef, useState } from "react";
import { fetchOrCached } from "../../api/cached/fetch-or-cached";
import { shoppingListQuery } from "../../api/cached/queries";
import type { SharedItem, SharedList, ShoppingListItem } from "../../api/types";
import { useAuth } from "../../lib/auth/use-auth";
import { isOnline } from "../../lib/browser/online";
import { sameFoodKey } from "../../lib/domain/food-name";
import { useLanguage } from "../../lib/language/i18n";
import { navigate } from "../../lib/navigation/router";
import { ownShares } from "../../lib/own-shares";
import { formatDate } from "../../lib/time/dates";
import { showToast } from "../../ui/toasts";
import { importList, isImportQueued } from "./mutations";
import { useSharingStrings } from "virtual:strings/sharing";

/** Returns a function that imports the items of a shared list which the user's list lacks, and shows the list. */
export function useListImport({ list, items }: SharedList, token: string, checkExists: () => Promise<boolean>) {
  const t = useSharingStrings();
  const language = useLanguage();
  const { uid } = useAuth();
  const [isImporting, setIsImporting] = useState(false);
  const isMounted = useIsMounted();
  // From a share of the user's own list, only rows that the list lacks are imported.
  const isOwn = ownShares(uid, new Date()).some((share) => share.token === token);

  const findMissing = async () => {
    const rows = (await fetchOrCached(shoppingListQuery(), 0)) ?? [];
    return items.filter((item) =>
      isOwn ? !findPendingRow(rows, item) : !hasEqualRow(rows, item) && !isImportQueued(item),
    );
  };
  // The user may have left the page before the response.
  const showList = () => isMounted.current && navigate("/shopping-list?view=list");
  const importAll = async () => {
    setIsImporting(true);
    // The page then shows that the list is unavailable.
    if (isOnline() && !(await checkExists())) return;
    const missing = await findMissing();
    if (missing.length === 0) {
      setIsImporting(false);
      showToast({ title: t.importNothing });
      showList();
      return;
    }
    const sharedAt = formatDate(language, list.createdAt);
    const result = importList({ items: missing, sharedBy: list.ownerName, sharedAt, token });
    if (!isOnline()) showToast({ title: t.importLater, text: t.importLaterText });
    try {
      const { imported } = await result;
      showToast({ tone: "success", title: t.imported, text: t.importedText(imported) });
      showList();
    } catch {
      // The app announces refusals (OutboxNotices).
      setIsImporting(false);
    }
  };
  return { importAll, isImporting };
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

function findPendingRow(list: readonly ShoppingListItem[], { name, unit }: SharedItem): ShoppingListItem | undefined {
  return list.find((item) => !item.isCompleted && item.unit === unit && sameFoodKey(item.name) === sameFoodKey(name));
}

/** Returns true if the list has an equal row, which is probably from an earlier import. */
function hasEqualRow(list: readonly ShoppingListItem[], item: SharedItem): boolean {
  const row = findPendingRow(list, item);
  return row !== undefined && row.quantity === item.quantity && (row.notes ?? "") === (item.notes ?? "");
}
