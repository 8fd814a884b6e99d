import { useState } from "react";
import { Globe } from "lucide-react";
import { usePreferences } from "../../../api/cached/use-data";
import { saveSettings } from "../../../api/settings/save-settings";
import { storage } from "../../../lib/browser/storage";
import { usePrompt } from "../../../lib/state/prompt-queue";
import { cityOf, foreignZone } from "../../../lib/time/foreign-zone";
import { Button } from "../../../ui/widgets/Button";
import { useItemsStrings } from "virtual:strings/items";

/** The storage key of the zone to which the user did not want to move; the settings still offer it. */
const DECLINED = "larder.zone-declined";

/** Offers to move the larder to this device's time zone, for a household that has moved. A traveller declines. */
export default function ZoneCard({ now }: { now: Date }) {
  const t = useItemsStrings();
  const { data: preferences } = usePreferences();
  const [declined, setDeclined] = useState(() => storage.get(DECLINED));
  const zone = foreignZone(preferences?.timeZone, now);
  const isShown = usePrompt("zone", zone !== undefined && zone !== declined, true);
  if (!isShown || zone === undefined) return null;
  const decline = () => {
    storage.set(DECLINED, zone);
    setDeclined(zone);
  };
  return (
    <section className="row wrap gap-8 green notice" aria-label={t.zoneQuestion(cityOf(zone))}>
      <Globe size={20} aria-hidden />
      <p className="strong">{t.zoneQuestion(cityOf(zone))}</p>
      <div className="flex wrap end">
        <Button size="small" variant="primary" onClick={() => saveSettings({ timeZone: zone })}>
          {t.zoneMove}
        </Button>
        <Button size="small" variant="ghost" onClick={decline}>
          {t.zoneStay}
        </Button>
      </div>
    </section>
  );
}
