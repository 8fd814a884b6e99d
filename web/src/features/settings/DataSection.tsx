import { useState, type ComponentType } from "react";
import { useMutation } from "@tanstack/react-query";
import { FileJson, Images, Table2 } from "lucide-react";
import { exportData, type ExportFormat } from "../../api/settings/account";
import { Button } from "../../ui/widgets/Button";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { ImportLine, type ImportDialogProps } from "./ImportLine";
import { dayField } from "../../lib/domain/freshness";
import { saveFile } from "../../ui/save-file";
import { useSettingsStrings } from "virtual:strings/settings";

const TYPES: Record<ExportFormat, string> = { json: "application/json", csv: "text/csv;charset=utf-8" };

/** Exports the data of the larder and the photos of receipts, and imports files. */
export default function DataSection({ importDialog }: { importDialog: ComponentType<ImportDialogProps> }) {
  const common = useCommon();
  const t = useSettingsStrings();
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const name = `larder-${dayField(new Date())}.${format}`;
      saveFile(name, TYPES[format], await exportData(format));
      return name;
    },
    onSuccess: (name) => showToast({ tone: "success", title: t.exported(name) }),
    onError: (error) =>
      showToast({ tone: "danger", title: t.exportFailed, text: failureText(error) ?? common.tryAgain }),
  });
  const [progress, setProgress] = useState("");
  const savePictures = useMutation({
    mutationFn: async () => {
      const { exportPictures } = await import("../../api/receipts/export-pictures");
      const { archive, missing } = await exportPictures((n, all) => setProgress(t.pictureProgress(n, all)));
      const name = `larder-receipts-${dayField(new Date())}.zip`;
      if (archive !== null) saveFile(name, archive.type, archive);
      return { name: archive && name, missing };
    },
    onSettled: () => setProgress(""),
    onSuccess: ({ name, missing }) => {
      if (name === null && missing === 0) return showToast({ title: t.noPictures });
      const text = missing > 0 ? t.picturesMissing(missing) : undefined;
      const title = name === null ? t.exportFailed : t.exported(name);
      showToast({ tone: missing > 0 ? "danger" : "success", title, text });
    },
    onError: (error) =>
      showToast({ tone: "danger", title: t.exportFailed, text: failureText(error) ?? common.tryAgain }),
  });
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="data-title">
      <h2 id="data-title">{t.data}</h2>
      <div className="stack gap-10 left">
        <p className="muted">{t.exportText}</p>
        <div className="flex wrap gap-8">
          <Button
            size="small"
            icon={<FileJson size={18} aria-hidden />}
            busy={save.isPending}
            onClick={() => save.mutate("json")}
          >
            {t.exportJson}
          </Button>
          <Button
            size="small"
            icon={<Table2 size={18} aria-hidden />}
            busy={save.isPending}
            onClick={() => save.mutate("csv")}
          >
            {t.exportCsv}
          </Button>
          <Button
            size="small"
            icon={<Images size={18} aria-hidden />}
            busy={savePictures.isPending}
            onClick={() => savePictures.mutate()}
          >
            {t.exportPictures}
          </Button>
        </div>
        <p role="status" className="muted small">
          {progress}
        </p>
      </div>
      <hr />
      <ImportLine dialog={importDialog} />
    </section>
  );
}
