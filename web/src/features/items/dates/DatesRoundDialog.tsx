import { useEffect, useRef, useState, type ReactNode } from "react";
import { RotateCcw } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { useLanguage } from "../../../lib/language/i18n";
import { typedDay } from "../../../lib/domain/typed-day";
import { formatCalendarDay } from "../../../lib/time/dates";
import { Button } from "../../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../../ui/widgets/Dialog";
import { DayField } from "../../../ui/widgets/DayField";
import { Camera } from "../../../ui/camera/Camera";
import { DateLabelPanel } from "../../../ui/date-label/DateLabelPanel";
import { DatePhoto } from "../../../ui/date-label/DatePhoto";
import { openPicker } from "../../../ui/date-label/open-picker";
import { DATE_VIEWFINDER } from "../../../ui/date-label/picture";
import { useDateLabel } from "../../../ui/date-label/use-date-label";
import { changesOf, stepsOf, type RoundDate } from "./dates-round";
import type { ItemActions } from "../use-item-actions";
import { useDatesRoundStrings } from "virtual:strings/dates-round";
import { useFieldsStrings } from "virtual:strings/fields";

/** Returns true if every day in the dialog of a button is valid or empty. The fields show what is wrong. */
function areDaysValid(button: HTMLElement): boolean {
  const days = button.closest("dialog")?.querySelectorAll<HTMLInputElement>('[name="day"]') ?? [];
  return [...days].every((day) => day.checkValidity());
}

interface DatesRoundDialogProps {
  items: readonly GroceryItem[];
  actions: Pick<ItemActions, "save">;
  onClose: () => void;
}

/** Asks for the dates of a receipt's items, one package after the other, and shows all dates before it saves them. */
export default function DatesRoundDialog({ items, actions, onClose }: DatesRoundDialogProps) {
  const t = useDatesRoundStrings();
  const fields = useFieldsStrings();
  const language = useLanguage();
  // Fixed when the dialog opens: items that another device adds later are not included.
  const [steps] = useState(() => stepsOf(items));
  const [step, setStep] = useState(0);
  const [dates, setDates] = useState<readonly (RoundDate | undefined)[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const setDate = (index: number, date: RoundDate | undefined) =>
    setDates(steps.map((_, n) => (n === index ? date : dates[n])));
  const dateLabel = useDateLabel((printed) => {
    // A reading that ends late does not replace the day that the user types.
    if (!dates[step]) setDate(step, { day: printed.day, printed });
  });

  const nextButton = useRef<HTMLButtonElement>(null);
  const date = dates[step];
  const source = date && (date.printed ? "read" : "typed");
  useEffect(() => {
    // The control that had the focus is gone.
    if (source === "read") nextButton.current?.focus();
    if (source === "typed")
      openPicker(nextButton.current?.closest("dialog")?.querySelector<HTMLInputElement>('[name="day"]'));
  }, [step, source]);

  const changes = changesOf(language, steps, dates);
  const goTo = (next: number) => {
    dateLabel.restart(date?.printed?.day);
    if (next === steps.length && changes.length === 0) onClose();
    else setStep(next);
  };

  const current = steps[step];
  if (!current)
    return (
      <CheckDatesDialog
        count={dates.filter((date) => date && typedDay(date.day)).length}
        dirty={changes.length > 0}
        onSave={() => {
          if (changes.length > 0) actions.save(changes);
          onClose();
        }}
        onClose={onClose}
      >
        {steps.map(([item], index) => {
          const date = dates[index];
          return (
            date && (
              <RoundDateField key={item.id} label={item.name} date={date} onChange={(next) => setDate(index, next)} />
            )
          );
        })}
      </CheckDatesDialog>
    );
  return (
    <Dialog
      title={current[0].name}
      description={t.step(step + 1, steps.length)}
      focusTitle
      dirty={false}
      // Dates that were read so far can still be saved.
      onClose={() => (changes.length > 0 ? goTo(steps.length) : onClose())}
      {...(date && {
        footer: (
          <>
            <Button
              icon={<RotateCcw size={18} aria-hidden />}
              onClick={() => {
                setDate(step, undefined);
                dateLabel.restart();
              }}
            >
              {t.again}
            </Button>
            <Button
              ref={nextButton}
              variant="primary"
              onClick={({ currentTarget }) => areDaysValid(currentTarget) && goTo(step + 1)}
            >
              {t.next}
            </Button>
          </>
        ),
      })}
    >
      {problem === null && source !== "typed" && dateLabel.state.phase !== "failed" && (
        <Camera viewfinder={DATE_VIEWFINDER} onFrame={dateLabel.onFrame} onFailed={setProblem} />
      )}
      <p role="status" className={date?.printed ? "muted" : "visually-hidden"}>
        {date?.printed && fields.fromPackage(formatCalendarDay(language, date.printed.day))}
      </p>
      {date ? (
        <RoundDateField
          label={fields.dateKinds[date.printed?.kind ?? "best_before"]}
          date={date}
          onChange={(next) => setDate(step, next)}
        />
      ) : (
        <DateLabelPanel
          label={dateLabel}
          problem={problem}
          onRetryCamera={() => setProblem(null)}
          onFound={(printed) => setDate(step, { day: printed.day, printed })}
          onType={() => setDate(step, { day: "" })}
          onSkip={() => goTo(step + 1)}
        />
      )}
    </Dialog>
  );
}

interface RoundDateFieldProps {
  label: string;
  date: RoundDate;
  onChange: (date: RoundDate) => void;
}

/** Shows a date that was typed or read, to correct it. */
function RoundDateField({ label, date, onChange }: RoundDateFieldProps) {
  return (
    <div className="row wrap gap-12">
      {date.printed && <DatePhoto photo={date.printed.photo} />}
      <DayField label={label} name="day" value={date.day} onChange={(day) => onChange({ ...date, day })} />
    </div>
  );
}

interface CheckDatesDialogProps {
  /** The number of dates to save. */
  count: number;
  dirty: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Shows all dates before they are saved. */
function CheckDatesDialog({ count, dirty, onSave, onClose, children }: CheckDatesDialogProps) {
  const t = useDatesRoundStrings();
  return (
    <Dialog
      title={t.check}
      focusTitle
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" onClick={({ currentTarget }) => areDaysValid(currentTarget) && onSave()}>
            {t.save(count)}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
