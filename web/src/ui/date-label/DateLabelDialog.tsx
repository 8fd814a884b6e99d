import { useState } from "react";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { Dialog } from "../widgets/Dialog";
import { Camera } from "../camera/Camera";
import { DateLabelPanel } from "./DateLabelPanel";
import { DATE_VIEWFINDER } from "./picture";
import { useDateLabel } from "./use-date-label";
import { useDateLabelStrings } from "virtual:strings/date-label";

interface DateLabelDialogProps {
  onFound: (found: ScannedDate) => void;
  onType: () => void;
  onClose: () => void;
}

/** Reads a package's printed date with the camera, for a form. */
export default function DateLabelDialog({ onFound, onType, onClose }: DateLabelDialogProps) {
  const t = useDateLabelStrings();
  const [problem, setProblem] = useState<string | null>(null);
  const label = useDateLabel(onFound);
  return (
    <Dialog title={t.title} dirty={false} onClose={onClose}>
      {problem === null && label.state.phase !== "failed" && (
        <Camera viewfinder={DATE_VIEWFINDER} onFrame={label.onFrame} onFailed={setProblem} />
      )}
      <DateLabelPanel
        label={label}
        problem={problem}
        onRetryCamera={() => setProblem(null)}
        onFound={onFound}
        onType={onType}
      />
    </Dialog>
  );
}
