import { Eye } from "lucide-react";
import { useHousehold } from "../../api/household/use-household";
import { useLanguage } from "../../lib/language/i18n";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

/** Says that this device can only look and tick, and which devices can change that. */
export default function LookerNotice() {
  const t = useHouseholdStrings();
  const language = useLanguage();
  const { household } = useHousehold(true);
  const members = household?.devices.filter(({ role }) => role !== "looker") ?? [];
  const names = new Intl.ListFormat(language, { type: "disjunction" }).format(
    members.map((device) => deviceLabel(device, t.unnamed)),
  );
  return (
    <section className="row gap-12 green wash notice" aria-label={t.lookerTitle}>
      <Eye size={22} strokeWidth={1.75} aria-hidden />
      <div className="stack gap-2">
        <p className="strong">{t.lookerTitle}</p>
        <p className="ink">{members.length > 0 ? t.lookerText(names) : t.lookerAlone}</p>
      </div>
    </section>
  );
}
