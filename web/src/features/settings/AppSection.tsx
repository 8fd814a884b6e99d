import { CircleCheck, Download } from "lucide-react";
import { version } from "../../../package.json";
import { Button } from "../../ui/widgets/Button";
import { useInstall } from "../../ui/hooks/use-install";
import { useSettingsStrings } from "virtual:strings/settings";

export function AppSection() {
  const t = useSettingsStrings();
  const { install, installed, dialog } = useInstall();
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="app-title">
      <h2 id="app-title">{t.app}</h2>
      {installed ? (
        <p className="flex gap-10 muted start">
          <CircleCheck size={18} aria-hidden className="fresh" />
          {t.installed}
        </p>
      ) : (
        <div className="stack gap-10 left">
          <p className="muted">{t.installText}</p>
          <Button size="small" icon={<Download size={18} aria-hidden />} onClick={() => void install()}>
            {t.install}
          </Button>
        </div>
      )}
      <p className="muted">{t.version(version)}</p>
      {dialog}
    </section>
  );
}
