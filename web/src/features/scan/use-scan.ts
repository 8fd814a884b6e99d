import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { outbox, type Progress } from "../../api/outbox/outbox";
import type { RefusedError } from "../../api/outbox/rows";
import { keys } from "../../api/cached/queries";
import type { ScanStep } from "../../api/receipts/extract";
import type { DuplicateReceipt, ExtractResponse } from "../../api/types";
import { newId } from "../../lib/state/ids";
import { isOnline } from "../../lib/browser/online";
import { refusalText } from "../../ui/failure-text";
import { showToast } from "../../ui/toasts";
import { readReceipt } from "./mutations";
import { useScanStrings } from "virtual:strings/scan";

export type ScanState =
  | { readonly phase: "idle" }
  /** It could not be read: said beside the photo, for as long as that is there. */
  | { readonly phase: "failed"; readonly title: string; readonly text: string }
  | { readonly phase: "working"; readonly step: ScanStep }
  | { readonly phase: "found"; readonly result: ExtractResponse }
  | { readonly phase: "duplicate"; readonly duplicate: DuplicateReceipt };

/** The time for which found lines are shown over the photo before the list opens. */
const REVEAL = 1_400;

function duplicateOf({ status, code, body }: RefusedError): DuplicateReceipt | null {
  if (status !== 409 || code !== "duplicate_receipt") return null;
  const { existingSessionId, existingItems } = (body ?? {}) as Partial<DuplicateReceipt>;
  return {
    existingSessionId: String(existingSessionId ?? ""),
    existingItems: Array.isArray(existingItems) ? existingItems : [],
  };
}

/**
 * Returns true if the server looked at the photo: it was sent, and the same photo gets the same answer. The photo stays
 * in the picker, beside the failure, to be tried again or removed.
 */
function isAnswered({ status }: RefusedError): boolean {
  return status === 413 || status === 415 || status === 422;
}

/**
 * Follows a scan from the chosen photo to the list, with the outcomes of specification §8. The photo waits in the
 * outbox until the server has answered. Leaving the screen ends only the following: the scan continues, and the app
 * announces its end.
 */
export function useScan(onDone: (ids: readonly string[]) => void) {
  const t = useScanStrings();
  const client = useQueryClient();
  const [state, setState] = useState<ScanState>({ phase: "idle" });
  const leave = useRef<(() => void) | null>(null);
  /** The photo tried last, and its place in the outbox if it could not be read. */
  const tried = useRef<{ files: readonly File[]; key: string } | null>(null);

  useEffect(() => () => leave.current?.(), []);

  const reveal = useCallback(
    async (result: ExtractResponse) => {
      setState({ phase: "found", result });
      let here = true;
      leave.current = () => (here = false);
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.items }),
        new Promise((resolve) =>
          setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : REVEAL),
        ),
      ]);
      leave.current = null;
      if (here) onDone(result.items.map((item) => item.id));
    },
    [client, onDone],
  );

  const fail = useCallback(
    (error: RefusedError, captured: boolean) => {
      const reason = refusalText(error);
      if (error.code === "Monthly upload limit reached") {
        setState({ phase: "idle" });
        showToast({ tone: "danger", title: t.limitTitle, text: reason ?? t.limitText });
      } else if (captured)
        setState({
          phase: "failed",
          title: t.autoFailedTitle,
          text: [reason, t.autoFailedText].filter(Boolean).join(" "),
        });
      else setState({ phase: "failed", title: t.failedTitle, text: reason ?? t.failedText });
    },
    [t],
  );

  /** Resolves with whether the photo is dealt with, so that the picker may let go of it. */
  const process = useCallback(
    (files: readonly File[], { captured }: { captured: boolean }) =>
      new Promise<boolean>((resolve) => {
        if (leave.current) return resolve(false);
        const key = newId();
        const finish = (dealtWith: boolean) => {
          unfollow();
          leave.current = null;
          resolve(dealtWith);
        };
        const unfollow = outbox.follow(key, (progress: Progress) => {
          if (progress.type === "step") {
            if (progress.step !== "waiting") return setState({ phase: "working", step: progress.step as ScanStep });
            setState({ phase: "idle" });
            showToast({ title: t.queuedTitle, text: isOnline() ? t.queuedAway : t.queuedText });
            finish(true);
          } else if (progress.type === "done") {
            finish(true);
            // An earlier try has read it, and its answer was lost.
            const result = (progress.response ?? { items: [] }) as ExtractResponse;
            if (result.larderFull) setState({ phase: "failed", title: t.fullTitle, text: t.fullText });
            else void reveal(result);
          } else {
            const duplicate = duplicateOf(progress.error);
            if (duplicate) {
              setState({ phase: "duplicate", duplicate });
              // It is known already, so there is nothing to send again.
              void outbox.discard(key);
            } else {
              fail(progress.error, captured);
              if (isAnswered(progress.error)) void outbox.discard(key);
            }
            finish(false);
          }
        });
        leave.current = () => {
          setState({ phase: "idle" });
          finish(true);
        };
        setState({ phase: "working", step: "prepare" });
        const before = tried.current;
        tried.current = { files, key };
        if (before?.files === files && outbox.failed().some((row) => row.key === before.key))
          void outbox.sendAgain(before.key, key);
        else readReceipt(files, key);
      }),
    [fail, reveal, t],
  );

  const goOn = useCallback(() => leave.current?.(), []);
  /** The photo was removed, so its failed scan is discarded. */
  const reset = useCallback(() => {
    if (tried.current && outbox.failed().some((row) => row.key === tried.current?.key))
      void outbox.discard(tried.current.key);
    tried.current = null;
    setState({ phase: "idle" });
  }, []);
  return { state, process, goOn, reset };
}
