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
import { changesOf, stepsOf, type PackageDate } from "./dates-round";
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
  const language = useLanguage();
  // Fixed when the dialog opens: items that another device adds later are not included.
  const [steps] = useState(() => stepsOf(items));
  const [step, setStep] = useState(0);
  const [dates, setDates] = useState<readonly (PackageDate | undefined)[]>([]);
  const setDate = (index: number, date: PackageDate | undefined) =>
    setDates(steps.map((_, n) => (n === index ? date : dates[n])));
  const changes = changesOf(language, steps, dates);
  const check = () => (changes.length > 0 ? setStep(steps.length) : onClose());

  const current = steps[step];
  if (current)
    return (
      <PackageDateDialog
        name={current[0].name}
        step={step}
        stepCount={steps.length}
        date={dates[step]}
        onDate={(date) => setDate(step, date)}
        onNext={() => (step + 1 === steps.length ? check() : setStep(step + 1))}
        // Dates that were read so far can still be saved.
        onClose={check}
      />
    );
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
            <PackageDateField key={item.id} label={item.name} date={date} onChange={(next) => setDate(index, next)} />
          )
        );
      })}
    </CheckDatesDialog>
  );
}

interface PackageDateDialogProps {
  /** The name of the package's food. */
  name: string;
  /** The index of the package, whose change ends the reading of the one before. */
  step: number;
  stepCount: number;
  date: PackageDate | undefined;
  onDate: (date: PackageDate | undefined) => void;
  onNext: () => void;
  onClose: () => void;
}

/** Asks for the date of one package, which is read by the camera or typed. The camera stays open for the next one. */
function PackageDateDialog({ name, step, stepCount, date, onDate, onNext, onClose }: PackageDateDialogProps) {
  const t = useDatesRoundStrings();
  const fields = useFieldsStrings();
  const language = useLanguage();
  const [problem, setProblem] = useState<string | null>(null);
  const dateLabel = useDateLabel((printed) => {
    // A reading that ends late does not replace the day that the user types.
    if (!date) onDate({ day: printed.day, printed });
  });
  const nextButton = useRef<HTMLButtonElement>(null);
  const source = date && (date.printed ? "read" : "typed");
  useEffect(() => {
    // The control that had the focus is gone.
    if (source === "read") nextButton.current?.focus();
    if (source === "typed")
      openPicker(nextButton.current?.closest("dialog")?.querySelector<HTMLInputElement>('[name="day"]'));
  }, [step, source]);

  const readAgain = () => {
    onDate(undefined);
    dateLabel.restart();
  };
  const goOn = () => {
    dateLabel.restart(date?.printed?.day);
    onNext();
  };
  return (
    <Dialog
      title={name}
      description={t.step(step + 1, stepCount)}
      focusTitle
      dirty={false}
      onClose={onClose}
      {...(date && {
        footer: (
          <>
            <Button icon={<RotateCcw size={18} aria-hidden />} onClick={readAgain}>
              {t.again}
            </Button>
            <Button
              ref={nextButton}
              variant="primary"
              onClick={({ currentTarget }) => areDaysValid(currentTarget) && goOn()}
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
        <PackageDateField label={fields.dateKinds[date.printed?.kind ?? "best_before"]} date={date} onChange={onDate} />
      ) : (
        <DateLabelPanel
          label={dateLabel}
          problem={problem}
          onRetryCamera={() => setProblem(null)}
          onFound={(printed) => onDate({ day: printed.day, printed })}
          onType={() => onDate({ day: "" })}
          onSkip={goOn}
        />
      )}
    </Dialog>
  );
}

interface PackageDateFieldProps {
  label: string;
  date: PackageDate;
  onChange: (date: PackageDate) => void;
}

/** Shows a date that was typed or read, to correct it. */
function PackageDateField({ label, date, onChange }: PackageDateFieldProps) {
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
