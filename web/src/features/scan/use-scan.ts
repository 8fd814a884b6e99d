import { useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { MONTHLY_LIMIT_REACHED } from "../../api/client";
import { outbox, type Progress } from "../../api/outbox/outbox";
import type { RefusedError } from "../../api/outbox/rows";
import { keys } from "../../api/cached/queries";
import type { ScanStep } from "../../api/receipts/extract";
import type { DuplicateReceipt, ExtractResponse } from "../../api/types";
import { newId } from "../../lib/state/ids";
import { isOnline } from "../../lib/browser/online";
import { refusalText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { showUnsaved } from "../../ui/unsaved-toast";
import { readReceipt } from "./mutations";
import { useScanStrings } from "virtual:strings/scan";

export type ScanState =
  | { readonly phase: "idle" }
  /** The photo could not be read. The reason is shown with the photo. */
  | { readonly phase: "failed"; readonly title: string; readonly text: string }
  | { readonly phase: "working"; readonly step: ScanStep }
  | { readonly phase: "found"; readonly result: ExtractResponse }
  | { readonly phase: "duplicate"; readonly duplicate: DuplicateReceipt };

/** The time for which the found items are shown before the list opens. */
const REVEAL_MS = 1_400;

/**
 * The key of the last scan while the picker has its photos. They stay in the outbox if the server did not read them;
 * once the picker no longer has them, that is their only copy.
 */
let lastKey: string | undefined;

/** Discards the last scan if it failed: its photos were removed, or are sent again as `successor`. */
function discardFailedScan(successor?: string): void {
  const failed = outbox.failed().find(({ key }) => key === lastKey);
  if (failed) void outbox.discard(failed.key, successor);
}

/** Returns the earlier scan of the same receipt, if the server has refused it for that; null otherwise. */
function duplicateOf({ status, code, body }: RefusedError): DuplicateReceipt | null {
  if (status !== 409 || code !== "duplicate_receipt") return null;
  const { existingSessionId, existingItems } = (body ?? {}) as Partial<DuplicateReceipt>;
  return {
    existingSessionId: String(existingSessionId ?? ""),
    existingItems: Array.isArray(existingItems) ? existingItems : [],
  };
}

/** Returns true if the server has judged the photo, so that the outbox need not keep it to send it again. */
function isAnswered(error: RefusedError): boolean {
  return [413, 415, 422].includes(error.status) || duplicateOf(error) !== null;
}

/**
 * Follows a scan from the chosen photo to the list, with the results of specification §8. The photo is in the outbox
 * until the server has answered. If the user leaves the screen, the scan continues, and the app announces its end.
 */
export function useScan(onDone: (result: ExtractResponse) => void) {
  const t = useScanStrings();
  const client = useQueryClient();
  const [state, setState] = useState<ScanState>({ phase: "idle" });
  const stopFollowing = useRef<(() => void) | null>(null);

  useEffect(() => () => stopFollowing.current?.(), []);

  const reveal = async (result: ExtractResponse) => {
    setState({ phase: "found", result });
    let isFollowed = true;
    stopFollowing.current = () => (isFollowed = false);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.items }),
      new Promise((resolve) => setTimeout(resolve, isStill ? 0 : REVEAL_MS)),
    ]);
    stopFollowing.current = null;
    if (!isFollowed) return;
    setState({ phase: "idle" });
    onDone(result);
  };

  const showRefusal = (error: RefusedError, isCaptured: boolean) => {
    const duplicate = duplicateOf(error);
    if (duplicate) return setState({ phase: "duplicate", duplicate });
    const reason = refusalText(error);
    if (error.code === MONTHLY_LIMIT_REACHED) {
      setState({ phase: "idle" });
      showToast({ tone: "danger", title: t.limitTitle, text: reason ?? t.limitText });
    } else if (isCaptured) {
      const text = [reason, t.autoFailedText].filter(Boolean).join(" ");
      setState({ phase: "failed", title: t.autoFailedTitle, text });
    } else setState({ phase: "failed", title: t.failedTitle, text: reason ?? t.failedText });
  };

  const showWaiting = (key: string) => {
    setState({ phase: "idle" });
    if (outbox.unsaved().has(key)) showUnsaved(outbox.isDiskFull());
    else showToast({ title: t.queuedTitle, text: isOnline() ? t.queuedAway : t.queuedText });
  };

  const showResponse = (response: unknown) => {
    // There is no response if an earlier attempt read the receipt, but its answer was lost.
    const result = (response ?? { items: [] }) as ExtractResponse;
    if (result.larderFull) setState({ phase: "failed", title: t.fullTitle, text: t.fullText });
    else void reveal(result);
  };

  /** Resolves with true if the picker no longer needs the photos. */
  const process = (files: readonly File[], { isCaptured }: { isCaptured: boolean }) =>
    new Promise<boolean>((resolve) => {
      if (stopFollowing.current) return resolve(false);
      const key = newId();
      const finish = (isDone: boolean) => {
        unfollow();
        stopFollowing.current = null;
        if (isDone && lastKey === key) lastKey = undefined;
        resolve(isDone);
      };
      const unfollow = outbox.follow(key, (progress: Progress) => {
        if (progress.type === "step" && progress.step !== "waiting")
          return setState({ phase: "working", step: progress.step as ScanStep });
        finish(progress.type === "step" || progress.type === "done");
        if (progress.type === "step") showWaiting(key);
        else if (progress.type === "done") showResponse(progress.response);
        else {
          showRefusal(progress.error, isCaptured);
          if (isAnswered(progress.error)) void outbox.discard(key);
        }
      });
      stopFollowing.current = () => {
        setState({ phase: "idle" });
        finish(true);
      };
      setState({ phase: "working", step: "prepare" });
      readReceipt(files, key);
      discardFailedScan(key);
      lastKey = key;
    });

  const leaveScan = () => stopFollowing.current?.();
  /** Hides a failure, or the question about a duplicate. */
  const reset = () =>
    setState((before) => (before.phase === "failed" || before.phase === "duplicate" ? { phase: "idle" } : before));
  /** Discards the last scan if it failed, because the user has removed its photos. */
  const discardFailed = () => {
    discardFailedScan();
    lastKey = undefined;
  };
  return { state, process, leaveScan, reset, discardFailed };
}
