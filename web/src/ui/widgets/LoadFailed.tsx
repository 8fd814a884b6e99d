import { Button } from "./Button";
import { useCommon } from "../text/strings";

/** The message for a list that could not be loaded, with a button to retry. */
export function LoadFailed({ onRetry, busy }: { onRetry: () => void; busy?: boolean }) {
  const common = useCommon();
  return (
    <div role="alert" className="card pad row wrap split gap-12">
      <p>
        <strong>{common.loadFailedTitle}</strong>
        <br />
        <span className="muted">{common.loadFailedText}</span>
      </p>
      <Button onClick={onRetry} {...(busy && { busy })}>
        {common.retry}
      </Button>
    </div>
  );
}
