import { lazy, Suspense, useState } from "react";
import { KeyRound, LogOut, Plus } from "lucide-react";
import { useHousehold } from "../../api/household/use-household";
import type { Device, Household } from "../../api/types";
import { formatDate } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { useConfirm } from "../../ui/widgets/Confirm";
import { DeviceRow } from "./DeviceRow";
import LookerNotice from "./LookerNotice";
import { useDeviceRemoval } from "./use-device-removal";
import { useHouseholdStrings } from "virtual:strings/household";

const AddDeviceDialog = lazy(() => import("./AddDeviceDialog"));
const EditDeviceDialog = lazy(() => import("./EditDeviceDialog"));
const RecoveryDialog = lazy(() => import("./RecoveryDialog"));
const LeaveDialog = lazy(() => import("./LeaveDialog"));

type OpenDialog = { dialog: "add" } | { dialog: "recovery" } | { dialog: "leave" } | { dialog: "edit"; device: Device };

/** Shows the devices of this larder and whether it has a recovery code, and opens the dialogs that change them. */
export default function HouseholdSection() {
  const t = useHouseholdStrings();
  const { household, query } = useHousehold(true);
  const { confirmRemoval, confirmRemovalOfOthers, dialog: removalDialog } = useDeviceRemoval();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const devices = household?.devices ?? [];
  const isRestricted = devices.some(({ isThisDevice, role }) => isThisDevice && role === "looker");
  const hasLooker = devices.some(({ role }) => role === "looker");
  const otherDeviceCount = devices.filter(({ isThisDevice }) => !isThisDevice).length;
  const close = () => setOpen(null);

  return (
    <section className="card stack gap-16 top shrink pad" aria-labelledby="household-title">
      <h2 id="household-title">{t.title}</h2>
      {query.isError && (
        <p role="status" className="muted">
          {t.loadFailed}
        </p>
      )}
      {isRestricted && <LookerNotice />}
      <p className="muted">{devices.length === 0 ? t.alone : hasLooker ? t.togetherRoles : t.together}</p>
      {devices.length > 0 && (
        <ul className="rows" aria-label={t.devices}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isEditable={!isRestricted || device.isThisDevice}
              onEdit={() => setOpen({ dialog: "edit", device })}
              onRemove={isRestricted || device.isThisDevice ? undefined : () => void confirmRemoval(device)}
            />
          ))}
        </ul>
      )}
      <div className="stack gap-10 left">
        <Button
          size="small"
          variant="primary"
          className="members-only"
          icon={<Plus size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen({ dialog: "add" })}
        >
          {t.add}
        </Button>
        {otherDeviceCount > 0 ? (
          <>
            <Button
              size="small"
              icon={<LogOut size={18} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setOpen({ dialog: "leave" })}
            >
              {t.leave}
            </Button>
            <Button
              size="small"
              variant="warning"
              className="members-only"
              onClick={() => void confirmRemovalOfOthers(otherDeviceCount)}
            >
              {t.removeOthers}
            </Button>
          </>
        ) : (
          <Link href="/link" className={classes(button.button, button.secondary, button.small)}>
            {t.join}
          </Link>
        )}
      </div>
      <hr className="members-only" />
      <RecoverySection code={household?.recoveryCode} onCreate={() => setOpen({ dialog: "recovery" })} />
      {removalDialog}
      <Suspense>
        {open?.dialog === "add" && <AddDeviceDialog onClose={close} />}
        {open?.dialog === "edit" && (
          <EditDeviceDialog
            device={open.device}
            canChangeRole={!isRestricted && devices.some(({ id, role }) => id !== open.device.id && role !== "looker")}
            onClose={close}
          />
        )}
        {open?.dialog === "recovery" && <RecoveryDialog onClose={close} />}
        {open?.dialog === "leave" && <LeaveDialog otherDeviceCount={otherDeviceCount} onClose={close} />}
      </Suspense>
    </section>
  );
}

/** Says whether there is a recovery code, and creates one; asks before a confirmed one is replaced. */
function RecoverySection({ code, onCreate }: { code: Household["recoveryCode"] | undefined; onCreate: () => void }) {
  const t = useHouseholdStrings();
  const language = useLanguage();
  const { confirm, dialog } = useConfirm();
  const create = async () => {
    if (
      !code?.isConfirmed ||
      (await confirm({ title: t.recoveryRenew, text: t.recoveryRenewQuestion, action: t.recoveryRenew }))
    )
      onCreate();
  };
  return (
    <div className="stack gap-10 left members-only">
      <p className="muted">
        {t.recoveryText}{" "}
        {code && (code.isConfirmed ? t.recoverySince : t.recoveryUnconfirmed)(formatDate(language, code.createdAt))}
      </p>
      <Button
        size="small"
        icon={<KeyRound size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => void create()}
      >
        {code ? t.recoveryRenew : t.recoveryMake}
      </Button>
      {dialog}
    </div>
  );
}
