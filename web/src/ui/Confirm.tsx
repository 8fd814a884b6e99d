import { useCallback, useState, type ReactNode } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { useCommon } from "./strings";

interface Question {
  title: string;
  text: string;
  /** The word on the button that does it. */
  action: string;
}

/** Asks before something large. Render `dialog` somewhere; `confirm` resolves with the answer. */
export function useConfirm(): { confirm: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const common = useCommon();
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
  const dialog = asked && (
    <Dialog
      kind="alert"
      title={asked.question.title}
      description={asked.question.text}
      onClose={() => asked.answer(false)}
      footer={
        <>
          <Button onClick={() => asked.answer(false)}>{common.cancel}</Button>
          <Button variant="danger" onClick={() => asked.answer(true)}>
            {asked.question.action}
          </Button>
        </>
      }
    />
  );
  return { confirm, dialog };
}
