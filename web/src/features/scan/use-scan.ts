import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, NetworkError } from "../../api/client";
import { keys } from "../../api/queries";
import type { DuplicateReceipt, ExtractResponse } from "../../api/types";
import { newId } from "../../lib/ids";
import { isOnline } from "../../lib/online";
import { failureText } from "../../ui/failure-text";
import { showToast } from "../../ui/toasts";
import { extractReceipt, type ScanStep } from "./extract";
import { photoQueue } from "./photo-queue";
import { useScanStrings } from "./strings";

export type ScanState =
  | { readonly phase: "idle" }
  | { readonly phase: "working"; readonly step: ScanStep }
  | { readonly phase: "found"; readonly result: ExtractResponse }
  | { readonly phase: "duplicate"; readonly duplicate: DuplicateReceipt };

/** How long the lines that were found are shown over the photo before the list opens. */
const REVEAL = 1_400;

function duplicateOf(error: unknown): DuplicateReceipt | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.code !== "duplicate_receipt") return null;
  const body = error.body as Partial<DuplicateReceipt>;
  return { existingSessionId: String(body.existingSessionId ?? ""), existingItems: Array.isArray(body.existingItems) ? body.existingItems : [] };
}

/** Runs a scan from the chosen photo to the list, with the outcomes of specification §8. */
export function useScan(onDone: (ids: readonly string[]) => void) {
  const t = useScanStrings();
  const client = useQueryClient();
  const [state, setState] = useState<ScanState>({ phase: "idle" });
  const running = useRef<AbortController | null>(null);
  // The same photo tried again is the same scan.
  const attempt = useRef<{ file: File; key: string } | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const keepForLater = useCallback(
    async (key: string, file: File) => {
      await photoQueue.add(key, file);
      showToast({ title: t.queuedTitle, text: t.queuedText });
    },
    [t],
  );

  /** Resolves with whether the photo is dealt with, so that the picker may let go of it. */
  const process = useCallback(
    async (file: File, { captured }: { captured: boolean }): Promise<boolean> => {
      if (running.current) return false;
      if (attempt.current?.file !== file) attempt.current = { file, key: newId() };
      const { key } = attempt.current;
      if (!isOnline()) {
        await keepForLater(key, file);
        return true;
      }
      const abort = new AbortController();
      running.current = abort;
      setState({ phase: "working", step: "prepare" });
      try {
        const result = await extractReceipt(file, { idempotencyKey: key, signal: abort.signal, onStep: (step) => setState({ phase: "working", step }) });
        setState({ phase: "found", result });
        await Promise.all([
          client.invalidateQueries({ queryKey: keys.items }),
          client.invalidateQueries({ queryKey: keys.sessions }),
          client.invalidateQueries({ queryKey: keys.uploadLimit }),
          new Promise((resolve) => setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : REVEAL)),
        ]);
        if (!abort.signal.aborted) onDone(result.items.map((item) => item.id));
        return true;
      } catch (error) {
        if (abort.signal.aborted) {
          setState({ phase: "idle" });
          return false;
        }
        const duplicate = duplicateOf(error);
        if (duplicate) {
          setState({ phase: "duplicate", duplicate });
          return false;
        }
        setState({ phase: "idle" });
        // A refused or failed photo is a new scan when it is tried again; a lost answer is not.
        if (error instanceof ApiError) attempt.current = null;
        if (error instanceof NetworkError && !isOnline()) {
          await keepForLater(key, file);
          return true;
        }
        if (error instanceof ApiError && error.status === 429 && error.code === "Monthly upload limit reached") {
          showToast({ tone: "danger", title: t.limitTitle, text: failureText(error) ?? t.limitText });
          void client.invalidateQueries({ queryKey: keys.uploadLimit });
        } else if (captured) showToast({ tone: "danger", title: t.autoFailedTitle, text: t.autoFailedText });
        else showToast({ tone: "danger", title: t.failedTitle, text: failureText(error) ?? t.failedText });
        return false;
      } finally {
        running.current = null;
      }
    },
    [client, keepForLater, onDone, t],
  );

  const stop = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => {
    attempt.current = null;
    setState({ phase: "idle" });
  }, []);
  return { state, process, stop, reset };
}
