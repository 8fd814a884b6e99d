import { Suspense, useCallback, useState, type ReactNode } from "react";
import { preloadable } from "./preloadable";

export const ConfirmDialog = preloadable(() => import("./ConfirmDialog"));

export interface ConfirmRequest {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
}

/** Asks before a far-reaching action. Render `dialog` somewhere; `confirm` resolves with the answer. */
export function useConfirm(): { confirm: (question: ConfirmRequest) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ question: ConfirmRequest; answer: (yes: boolean) => void } | null>(null);
  const confirm = useCallback(
    (question: ConfirmRequest) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          question,
          answer: (yes) => {
            setAsked(null);
            resolve(yes);
          },
        });
      }),
    [],
  );
  const dialog = <Suspense>{asked && <ConfirmDialog question={asked.question} onAnswer={asked.answer} />}</Suspense>;
  return { confirm, dialog };
}
