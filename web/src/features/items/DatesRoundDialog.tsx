import { useEffect, useRef, useState } from "react";
import { RotateCcw } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { hasCamera } from "../../lib/codes/reader";
import { endOfDay } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import { formatDate } from "../../lib/time/dates";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { Camera } from "../../ui/camera/Camera";
import { cameraProblem } from "../../ui/camera/camera-problem";
import { DateLabelPanel } from "../../ui/date-label/DateLabelPanel";
import { DatePhoto } from "../../ui/date-label/DatePhoto";
import { openPicker } from "../../ui/date-label/open-picker";
import { DATE_FRAME } from "../../ui/date-label/picture";
import { useDateLabel } from "../../ui/date-label/use-date-label";
import { changesOf, stepsOf, type RoundDate } from "./dates-round";
import type { ItemActions } from "./use-item-actions";
import { useCameraStrings } from "virtual:strings/camera";
import { useDatesRoundStrings } from "virtual:strings/dates-round";
import { useFieldsStrings } from "virtual:strings/fields";

interface DatesRoundDialogProps {
  items: readonly GroceryItem[];
  actions: Pick<ItemActions, "save">;
  onClose: () => void;
}

/**
 * Asks for the dates of what a receipt brought, one package after the other, and shows them all before they are saved
 * together.
 */
export default function DatesRoundDialog({ items, actions, onClose }: DatesRoundDialogProps) {
  const t = useDatesRoundStrings();
  const fields = useFieldsStrings();
  const camera = useCameraStrings();
  const language = useLanguage();
  // An item that another device adds meanwhile is left for another round.
  const [steps] = useState(() => stepsOf(items));
  const [step, setStep] = useState(0);
  const [dates, setDates] = useState<readonly (RoundDate | undefined)[]>([]);
  const [problem, setProblem] = useState(() => (hasCamera() ? null : camera.unsupported));
  const setDate = (at: number, date: RoundDate | undefined) =>
    setDates(steps.map((_, n) => (n === at ? date : dates[n])));
  const label = useDateLabel((printed) => setDate(step, { day: printed.day, printed }));

  const next = useRef<HTMLButtonElement>(null);
  const date = dates[step];
  const answer = date && (date.printed ? "read" : "typed");
  useEffect(() => {
    // The dialog that asked for the date is closed.
    if (answer === "read") next.current?.focus();
    if (answer === "typed")
      openPicker(next.current?.closest("dialog")?.querySelector<HTMLInputElement>('[name="day"]'));
  }, [step, answer]);

  const changes = changesOf(language, steps, dates);
  const goTo = (next: number) => {
    label.restart();
    if (next === steps.length && changes.length === 0) onClose();
    else setStep(next);
  };
  const field = (at: number, name: string) => {
    const { day = "", printed } = dates[at] ?? {};
    return (
      <div key={at} className="row wrap gap-12">
        {printed && <DatePhoto photo={printed.photo} />}
        <TextField
          label={name}
          type="date"
          name="day"
          value={day}
          onChange={(event) => setDate(at, { day: event.target.value, ...(printed && { printed }) })}
        />
      </div>
    );
  };

  const present = steps[step];
  if (!present)
    return (
      <Dialog
        title={t.check}
        focusTitle
        dirty={changes.length > 0}
        onClose={onClose}
        footer={
          <>
            <DialogCancel />
            <Button
              variant="primary"
              onClick={() => {
                if (changes.length > 0) actions.save(changes);
                onClose();
              }}
            >
              {t.save(dates.filter((date) => date && endOfDay(date.day)).length)}
            </Button>
          </>
        }
      >
        {steps.map(([item], at) => dates[at] && field(at, item.name))}
      </Dialog>
    );
  return (
    <Dialog
      title={present[0].name}
      description={t.step(step + 1, steps.length)}
      focusTitle
      dirty={false}
      // The dates that were read so far are kept.
      onClose={() => (changes.length > 0 ? goTo(steps.length) : onClose())}
      {...(date && {
        footer: (
          <>
            <Button
              icon={<RotateCcw size={18} aria-hidden />}
              onClick={() => {
                setDate(step, undefined);
                label.restart();
              }}
            >
              {t.again}
            </Button>
            <Button ref={next} variant="primary" onClick={() => goTo(step + 1)}>
              {t.next}
            </Button>
          </>
        ),
      })}
    >
      {problem === null && label.state.phase !== "failed" && (
        <Camera
          frame={DATE_FRAME}
          onFrame={label.onFrame}
          onFailed={(error) => setProblem(cameraProblem(camera, error))}
        />
      )}
      <p role="status" className={date?.printed ? "soft" : "visually-hidden"}>
        {date?.printed && fields.fromPackage(formatDate(language, endOfDay(date.printed.day) ?? date.printed.day))}
      </p>
      {date ? (
        field(step, fields.dateKinds[date.printed?.kind ?? "best_before"])
      ) : (
        <DateLabelPanel
          label={label}
          problem={problem}
          onFound={(printed) => setDate(step, { day: printed.day, printed })}
          onType={() => setDate(step, { day: "" })}
          onSkip={() => goTo(step + 1)}
        />
      )}
    </Dialog>
  );
}
