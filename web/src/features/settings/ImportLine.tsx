import { Suspense, useState, type ComponentType } from "react";
import { FileUp } from "lucide-react";
import { Button } from "../../ui/Button";
import { useSettingsStrings } from "virtual:strings/settings";

export interface ImportDialogProps {
  onClose: () => void;
}

export function ImportLine({ dialog: ImportDialog }: { dialog: ComponentType<ImportDialogProps> }) {
  const t = useSettingsStrings();
  const [open, setOpen] = useState(false);
  return (
    <div className="stack gap-10 left">
      <p className="soft">{t.importText}</p>
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
