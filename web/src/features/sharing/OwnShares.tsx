import { useState } from "react";
import { Link2Off } from "lucide-react";
import { useAuth } from "../../lib/auth/use-auth";
import { formatDate } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { IconButton } from "../../ui/widgets/Button";
import { ownShares } from "../../lib/own-shares";
import { useSharingStrings } from "virtual:strings/sharing";
import { useDeleteShare } from "./use-delete-share";

/** Shows the valid share links that were created on this device, each with a button to delete it. */
export function OwnShares() {
  const t = useSharingStrings();
  const language = useLanguage();
  const { uid } = useAuth();
  const [shares, setShares] = useState(() => ownShares(uid, new Date()));
  const { deleteShare, isDeleting, dialog } = useDeleteShare(() => setShares(ownShares(uid, new Date())));
  if (shares.length === 0) return null;
  return (
    <section className="stack gap-4" aria-labelledby="own-shares">
      <h3 id="own-shares" className="muted small strong">
        {t.own}
      </h3>
      <ul>
        {shares.map((share) => (
          <li key={share.token} className="row gap-8 ruled">
            <div className="stack grow shrink">
              <a className="link strong" href={share.url} target="_blank" rel="noopener noreferrer">
                {share.title}
              </a>
              <span className="muted small">{t.created(formatDate(language, share.createdAt))}</span>
            </div>
            <IconButton
              label={t.stopNamed(share.title)}
              tone="warning"
              icon={<Link2Off size={20} strokeWidth={1.75} aria-hidden />}
              disabled={isDeleting}
              onClick={() => void deleteShare(share)}
            />
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
