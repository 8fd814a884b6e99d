import { Laptop, Pencil, Smartphone, X } from "lucide-react";
import type { Device } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { formatDay, momentOfUtcDay } from "../../lib/time/dates";
import { isPhone } from "../../lib/browser/device";
import { dayIndex } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import { IconButton } from "../../ui/widgets/Button";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

interface DeviceRowProps {
  device: Device;
  isEditable: boolean;
  onEdit: () => void;
  /** Undefined if this device cannot remove it. */
  onRemove: (() => void) | undefined;
}

/** Shows a device of the household: who uses it, how it joined and when it was last seen. */
export function DeviceRow({ device, isEditable, onEdit, onRemove }: DeviceRowProps) {
  const t = useHouseholdStrings();
  const language = useLanguage();
  const now = useNow();
  const { platform, joinedBy, role, createdAt, lastSeenOn, isThisDevice } = device;
  const name = device.name || t.unnamed;
  const label = deviceLabel(device, t.unnamed);
  const seen = momentOfUtcDay(lastSeenOn, now);
  const Icon = isPhone(platform) ? Smartphone : Laptop;
  return (
    <li className="row gap-12 list-row">
      <Icon size={22} strokeWidth={1.75} aria-hidden className="green" />
      <div className="grow shrink">
        <p className="strong">{device.person || name}</p>
        <p className="muted">
          {device.person ? `${name} · ` : ""}
          {isThisDevice ? `${t.thisDevice} · ` : ""}
          {role === "looker" ? `${t.roles.looker} · ` : ""}
          {t.joined[joinedBy](formatDay(language, createdAt, now))}
          {!isThisDevice && ` · ${dayIndex(seen, now) >= 0 ? t.seenToday : t.seen(formatDay(language, seen, now))}`}
        </p>
      </div>
      <div className="flex">
        {isEditable && (
          <IconButton
            label={t.renameNamed(label)}
            aria-haspopup="dialog"
            icon={<Pencil size={18} aria-hidden />}
            onClick={onEdit}
          />
        )}
        {onRemove && (
          <IconButton
            label={t.removeNamed(label)}
            aria-haspopup="dialog"
            icon={<X size={20} strokeWidth={1.75} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}
