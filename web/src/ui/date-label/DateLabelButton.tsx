import { lazy, Suspense, useRef, useState } from "react";
import { Camera } from "lucide-react";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { useLanguage } from "../../lib/language/i18n";
import { formatCalendarDay } from "../../lib/time/dates";
import { Button } from "../widgets/Button";
import { useAfterClosing } from "../hooks/use-after-closing";
import { DatePhoto } from "./DatePhoto";
import { openPicker } from "./open-picker";
import { useFieldsStrings } from "virtual:strings/fields";

const DateLabelDialog = lazy(() => import("./DateLabelDialog"));

export interface DateLabelButtonProps {
  /** The last read date, shown beside the button. */
  printed: ScannedDate | null;
  onFound: (found: ScannedDate) => void;
}

/** A button below a form's field for a day, which reads the day from the package, and shows what was read. */
export default function DateLabelButton({ printed, onFound }: DateLabelButtonProps) {
  const t = useFieldsStrings();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const afterClosing = useAfterClosing(isOpen);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  return (
    <div>
      <div className="row wrap gap-12">
        <Button
          ref={button}
          size="small"
          icon={<Camera size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {t.scanDate}
        </Button>
        {printed && <DatePhoto photo={printed.photo} />}
      </div>
      <p role="status" className="muted small">
        {printed && t.fromPackage(formatCalendarDay(language, printed.day))}
      </p>
      <Suspense>
        {isOpen && (
          <DateLabelDialog
            onFound={(found) => {
              close();
              onFound(found);
            }}
            onType={() => {
              close();
              afterClosing(() => openPicker(button.current?.form?.querySelector('[name="day"]')));
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
