import { useState } from "react";
import { Button } from "./Button";
import type { ConfirmRequest } from "./Confirm";
import { Dialog } from "./Dialog";
import { Switch } from "./Field";
import { useCommon } from "../text/strings";

/** The dialog of `useConfirm`. */
export default function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: ConfirmRequest;
  onAnswer: (yes: boolean) => void;
}) {
  const common = useCommon();
  const [isOn, setIsOn] = useState(true);
  const { option } = question;
  return (
    <Dialog
      kind="alert"
      dirty={false}
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
    >
      {option && (
        <Switch
          label={option.label}
          checked={isOn}
          onChange={(next) => {
            setIsOn(next);
            option.onChange(next);
          }}
        />
      )}
    </Dialog>
  );
}
