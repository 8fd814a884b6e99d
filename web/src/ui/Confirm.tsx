import { Suspense, useCallback, useState, type ReactNode } from "react";
import { preloadable } from "./preloadable";

export const ConfirmDialog = preloadable(() => import("./ConfirmDialog"));

export interface Question {
  title: string;
  text: string;
  /** The word on the button that does it. */
  action: string;
}

/** Asks before something large. Render `dialog` somewhere; `confirm` resolves with the answer. */
export function useConfirm(): { confirm: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null);
  const confirm = useCallback(
    (question: Question) =>
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
