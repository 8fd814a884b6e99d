import { Button } from "./Button";
import type { ConfirmRequest } from "./Confirm";
import { Dialog } from "./Dialog";
import { useCommon } from "./strings";

/** The dialog of `useConfirm`. */
export default function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: ConfirmRequest;
  onAnswer: (yes: boolean) => void;
}) {
  const common = useCommon();
  return (
    <Dialog
      kind="alert"
      title={question.title}
      description={question.text}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{common.cancel}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {question.action}
          </Button>
        </>
      }
    />
  );
}
