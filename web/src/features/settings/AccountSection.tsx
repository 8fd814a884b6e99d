import { useAuth } from "../../lib/auth/use-auth";
import { useCommon } from "../../ui/text/strings";
import { ClearDataButton } from "../../ui/widgets/ClearDataButton";
import { useAccountStrings } from "virtual:strings/account";
import { useSettingsStrings } from "virtual:strings/settings";

/** Shows the user id, and deletes everything. */
export default function AccountSection() {
  const t = useSettingsStrings();
  const account = useAccountStrings();
  const common = useCommon();
  const { uid } = useAuth();
  return (
    <section className="card stack gap-10 left shrink pad" aria-labelledby="account-title">
      <h2 id="account-title">{t.account}</h2>
      <p>
        <span className="muted">{account.id}</span>{" "}
        <code className="bold">{uid === null ? common.loading : uid.slice(-8)}</code>
      </p>
      <p className="muted">{t.clearText}</p>
      <ClearDataButton size="small" />
    </section>
  );
}
