import { useId, type ReactNode } from "react";
import { Button } from "./Button";
import { Dialog, DialogCancel, type DialogProps } from "./Dialog";
import { useCommon } from "../text/strings";

interface FormDialogProps extends Omit<DialogProps, "footer"> {
  onSubmit: (form: HTMLFormElement) => void;
  /** The label of the button that submits the form, if not "Save". */
  action?: string;
  /** True while the form is being sent. Closing then asks nothing. */
  busy?: boolean;
  /** Content below the form. */
  below?: ReactNode;
}

/** A dialog with one form: its fields are the children. The form checks them itself, so that errors are inline. */
export function FormDialog({ onSubmit, action, busy = false, below, children, dirty, ...dialog }: FormDialogProps) {
  const common = useCommon();
  const id = useId();
  const isDirty = busy ? false : dirty;
  return (
    <Dialog
      {...dialog}
      {...(isDirty !== undefined && { dirty: isDirty })}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {action ?? common.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="stack gap-16 top shrink"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event.currentTarget);
        }}
      >
        {children}
      </form>
      {below}
    </Dialog>
  );
}
