import { lazy, Suspense, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, LogOut, Plus } from "lucide-react";
import { removeDevice, removeOtherDevices } from "../../api/household/calls";
import { useHousehold } from "../../api/household/use-household";
import { keys } from "../../api/cached/queries";
import type { Device } from "../../api/types";
import { formatDate } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { useConfirm } from "../../ui/widgets/Confirm";
import { failureText } from "../../ui/text/failure-text";
import { showToast } from "../../ui/toasts";
import { DeviceRow } from "./DeviceRow";
import LookerNotice from "./LookerNotice";
import { deviceLabel } from "./device-label";
import { useHouseholdStrings } from "virtual:strings/household";

const AddDeviceDialog = lazy(() => import("./AddDeviceDialog"));
const EditDeviceDialog = lazy(() => import("./EditDeviceDialog"));
const RecoveryDialog = lazy(() => import("./RecoveryDialog"));
const LeaveDialog = lazy(() => import("./LeaveDialog"));

type OpenDialog = { dialog: "add" } | { dialog: "recovery" } | { dialog: "leave" } | { dialog: "edit"; device: Device };

/** Shows the devices of this larder, and adds or removes them; sets the recovery code. */
export default function HouseholdSection() {
  const t = useHouseholdStrings();
  const language = useLanguage();
  const client = useQueryClient();
  const { household, query } = useHousehold(true);
  const { confirm, dialog } = useConfirm();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const devices = household?.devices ?? [];
  const isRestricted = devices.some(({ isThisDevice, role }) => isThisDevice && role === "looker");
  const hasLooker = devices.some(({ role }) => role === "looker");
  const otherDeviceCount = devices.filter(({ isThisDevice }) => !isThisDevice).length;
  const code = household?.recoveryCode;
  const close = () => setOpen(null);

  const run = async (change: () => Promise<unknown>, done: string) => {
    try {
      await change();
      showToast({ tone: "success", title: done });
    } catch (error) {
      console.error("Changing the household failed:", error);
      showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? t.changeFailed });
    } finally {
      void client.invalidateQueries({ queryKey: keys.household });
    }
  };
  const confirmRemoval = async (device: Device) => {
    const name = deviceLabel(device, t.unnamed);
    let keepLinks = false;
    const option = { label: t.removeLinks, onChange: (isOn: boolean) => (keepLinks = !isOn) };
    if (await confirm({ title: t.removeNamed(name), text: t.removeQuestion(name), action: t.remove, option }))
      await run(() => removeDevice(device.id, { keepLinks }), t.removed(name));
  };
  const confirmRemovalOfOthers = async () => {
    let keepLinks = false;
    const option = { label: t.removeOthersLinks, onChange: (isOn: boolean) => (keepLinks = !isOn) };
    const text = t.removeOthersQuestion(otherDeviceCount);
    if (await confirm({ title: t.removeOthers, text, action: t.removeOthers, option }))
      await run(() => removeOtherDevices({ keepLinks }), t.removedOthers);
  };
  const createRecoveryCode = async () => {
    if (
      !code?.isConfirmed ||
      (await confirm({ title: t.recoveryRenew, text: t.recoveryRenewQuestion, action: t.recoveryRenew }))
    )
      setOpen({ dialog: "recovery" });
  };

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
              onEnd={isRestricted || device.isThisDevice ? undefined : () => void confirmRemoval(device)}
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
              onClick={() => void confirmRemovalOfOthers()}
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
      <div className="stack gap-10 left members-only">
        <p className="muted">
          {t.recoveryText}{" "}
          {code && (code.isConfirmed ? t.recoverySince : t.recoveryUnconfirmed)(formatDate(language, code.createdAt))}
        </p>
        <Button
          size="small"
          icon={<KeyRound size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => void createRecoveryCode()}
        >
          {code ? t.recoveryRenew : t.recoveryMake}
        </Button>
      </div>
      {dialog}
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
