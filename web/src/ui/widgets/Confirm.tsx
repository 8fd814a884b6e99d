import { Suspense, useCallback, useState, type ReactNode } from "react";
import { preloadable } from "../preloadable";

export const ConfirmDialog = preloadable(() => import("./ConfirmDialog"));

export interface ConfirmRequest {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  /** A choice beside the action, which is on at first. */
  option?: { label: string; onChange: (isOn: boolean) => void };
}

/** Asks the user to confirm an action. Render `dialog`; `confirm` resolves with the answer. */
export function useConfirm(): { confirm: (question: ConfirmRequest) => Promise<boolean>; dialog: ReactNode } {
  const [request, setRequest] = useState<{ question: ConfirmRequest; answer: (yes: boolean) => void } | null>(null);
  const confirm = useCallback(
    (question: ConfirmRequest) =>
      new Promise<boolean>((resolve) => {
        setRequest({
          question,
          answer: (yes) => {
            setRequest(null);
            resolve(yes);
          },
        });
      }),
    [],
  );
  const dialog = (
    <Suspense>{request && <ConfirmDialog question={request.question} onAnswer={request.answer} />}</Suspense>
  );
  return { confirm, dialog };
}
