import { Button } from "./Button";
import surface from "./Surface.module.css";
import { classes } from "./classes";
import { useCommon } from "./strings";

/** A list that could not be fetched: what is safe, and a way to try again. */
export function LoadFailed({ onRetry, busy }: { onRetry: () => void; busy?: boolean }) {
  const common = useCommon();
  return (
    <div role="alert" className={classes(surface.card, surface.split)}>
      <p>
        <strong>{common.loadFailedTitle}</strong>
        <br />
        <span className={surface.soft}>{common.loadFailedText}</span>
      </p>
      <Button onClick={onRetry} {...(busy && { busy })}>
        {common.retry}
      </Button>
    </div>
  );
}
