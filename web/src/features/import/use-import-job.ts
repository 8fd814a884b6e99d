import { useEffect, useRef } from "react";
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import { UnconfirmedError, importFile, lastImport, lastImportKey, undoImport } from "../../api/settings/import";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { useImportStrings } from "virtual:strings/import";

const POLL_INTERVAL_MS = 1_000;
const IMPORT = ["import"];

/**
 * Imports a file, undoes the last import, and returns the last one with its progress. An import and its undo go on
 * without the dialog, and end with a toast.
 */
export function useImportJob() {
  const common = useCommon();
  const t = useImportStrings();
  const showFailure = (title: string, error: Error) => {
    if (error instanceof UnconfirmedError) showToast({ title: t.unconfirmed });
    else showToast({ tone: "danger", title, text: failureText(error) ?? common.tryAgain });
  };
  const undo = useMutation({
    mutationKey: IMPORT,
    mutationFn: undoImport,
    onSuccess: () => showToast({ tone: "success", title: t.undone }),
    onError: (error) => showFailure(t.undoFailed, error),
  });
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const confirm = useMutation({
    mutationKey: IMPORT,
    mutationFn: importFile,
    onSuccess: ({ itemCount, listItemCount }) =>
      showToast({
        tone: "success",
        title: t.done(itemCount + listItemCount),
        action: { label: t.undo, run: () => undo.mutate() },
        durationMs: 15_000,
      }),
    // The dialog shows the error, such as a limit that was reached since the preview, unless it was closed.
    onError: (error) => {
      if (!isShown.current) showFailure(t.failed, error);
    },
  });
  // What this page has started is polled by `importFile` and `undoImport`, also after the dialog was closed.
  const isPolled = useIsMutating({ mutationKey: IMPORT }) > 0;
  const { data: last } = useQuery({
    queryKey: lastImportKey,
    queryFn: lastImport,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (!isPolled && state.data?.finished === false ? POLL_INTERVAL_MS : false),
  });
  return { confirm, undo, last };
}
