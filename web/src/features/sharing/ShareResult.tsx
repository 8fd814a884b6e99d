import { useEffect, useEffectEvent } from "react";
import { AtSign, Copy, MessageCircle, MessageSquareText, Send, Share2 } from "lucide-react";
import { Button, IconButton } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { Dialog } from "../../ui/widgets/Dialog";
import { classes } from "../../ui/classes";
import { copyText } from "../../ui/copy-text";
import styles from "./ShareDialog.module.css";
import { shareLinks } from "./share-links";
import { useSharingStrings } from "virtual:strings/sharing";
import type { NewShare } from "./use-create-share";
import { useDeleteShare } from "./use-delete-share";

interface ShareResultProps {
  share: NewShare;
  onAnother: () => void;
  onClose: () => void;
}

/** Shows the created link, and the apps to send it with. */
export function ShareResult({ share, onAnother, onClose }: ShareResultProps) {
  const t = useSharingStrings();
  const { deleteShare, isDeleting, dialog } = useDeleteShare(onAnother);
  const copy = (text: string, copied: { title: string; text: string }) =>
    void copyText(text, copied, { title: t.copyFailed, text: t.copyFailedText });
  const copied = { title: t.copied, text: t.copiedText };
  const copiedForUsername = { title: t.usernameCopied, text: t.usernameCopiedText };

  return (
    <Dialog
      title={t.createdTitle}
      description={t.createdText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAnother}>{t.another}</Button>
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <dl className="stack gap-12">
        <CopyableValue name={t.url} value={share.url} copyLabel={t.copyUrl} onCopy={() => copy(share.url, copied)} />
      </dl>
      <ShareApps share={share} onCopyForUsername={() => copy(share.url, copiedForUsername)} />
      <details className="stack gap-8">
        <summary className="tap muted small strong">{t.others}</summary>
        <div className="stack gap-12">
          <dl>
            <CopyableValue
              name={t.token}
              value={share.token}
              copyLabel={t.copyToken}
              onCopy={() => copy(share.token, copied)}
            />
          </dl>
          <Button icon={<AtSign size={18} aria-hidden />} onClick={() => copy(share.url, copiedForUsername)}>
            {t.username}
          </Button>
        </div>
      </details>
      <Button
        variant="ghost"
        size="small"
        className={`danger ${styles.end}`}
        busy={isDeleting}
        onClick={() => void deleteShare(share)}
      >
        {t.stop}
      </Button>
      {dialog}
    </Dialog>
  );
}

/** Sends the link with another app; on a phone, opens the system's share sheet at once. */
function ShareApps({ share, onCopyForUsername }: { share: NewShare; onCopyForUsername: () => void }) {
  const t = useSharingStrings();
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const links = shareLinks(t.message(share.title), share.url, {
    isTouch,
    isApple: /iPhone|iPad|Mac/.test(navigator.userAgent),
  });

  // Rejects also when the user closes the system's share sheet, which needs no message.
  const openSheet = () =>
    void navigator.share({ title: share.title, text: t.message(share.title), url: share.url }).catch(() => undefined);
  const openFirst = useEffectEvent(() => {
    if (isTouch && "share" in navigator) openSheet();
  });
  useEffect(() => openFirst(), []);
  const inNewTab = { target: "_blank", rel: "noopener noreferrer" } as const;
  return (
    <section aria-labelledby="share-via" className="stack gap-8">
      <h3 id="share-via" className="muted small strong">
        {t.shareVia}
      </h3>
      <div className="two-columns tight gap-8">
        <a className={classes(button.button, button.secondary)} href={links.whatsapp} {...inNewTab}>
          <MessageCircle size={18} aria-hidden />
          {t.whatsapp}
        </a>
        <a className={classes(button.button, button.secondary)} href={links.sms}>
          <MessageSquareText size={18} aria-hidden />
          {t.sms}
        </a>
        <a
          className={classes(button.button, button.secondary)}
          href={links.messenger}
          {...(isTouch ? {} : inNewTab)}
          onClick={() => {
            if (!isTouch) onCopyForUsername();
          }}
        >
          <Send size={18} aria-hidden />
          {t.messenger}
        </a>
      </div>
      {"share" in navigator && (
        <Button icon={<Share2 size={18} aria-hidden />} onClick={openSheet}>
          {t.system}
        </Button>
      )}
    </section>
  );
}

function CopyableValue({
  name,
  value,
  copyLabel,
  onCopy,
}: {
  name: string;
  value: string;
  copyLabel: string;
  onCopy: () => void;
}) {
  return (
    <div className="stack gap-6">
      <dt className="muted small strong">{name}</dt>
      <dd className={`row gap-4 well ${styles.value}`}>
        <code className="grow shrink">{value}</code>
        <IconButton label={copyLabel} icon={<Copy size={20} strokeWidth={1.75} aria-hidden />} onClick={onCopy} />
      </dd>
    </div>
  );
}
