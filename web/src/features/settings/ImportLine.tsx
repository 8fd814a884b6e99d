import { Suspense, useState, type ComponentType } from "react";
import { FileUp } from "lucide-react";
import { IMPORT_PROGRAMS } from "../../lib/domain/import-programs";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { useSettingsStrings } from "virtual:strings/settings";

export interface ImportDialogProps {
  onClose: () => void;
}

export function ImportLine({ dialog: ImportDialog }: { dialog: ComponentType<ImportDialogProps> }) {
  const t = useSettingsStrings();
  const [open, setOpen] = useState(false);
  const programs = new Intl.ListFormat(useLanguage(), { type: "disjunction" }).format(Object.values(IMPORT_PROGRAMS));
  return (
    <div className="stack gap-10 left">
      <p className="muted">{t.importText(programs)}</p>
      <Button size="small" icon={<FileUp size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t.importOpen}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
