import { useEffect, useRef, type ReactNode } from "react";
import { Camera, Pencil, ScanBarcode } from "lucide-react";
import { navigate } from "../../lib/navigation/router";
import { useAddStrings } from "virtual:strings/add";
import { Dialog } from "../../ui/widgets/Dialog";
import { leaveSheet } from "../../lib/navigation/dialog-history";
import { useCommon } from "../../ui/text/strings";
import { ADD_HREF, tabHref } from "./tab-url";

/** Chooses how to add an item: by receipt, by barcode or by hand. */
export default function AddSheet() {
  const common = useCommon();
  const t = useAddStrings();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const go = (href: string) =>
    navigate(href, { replace: true, state: href === tabHref("scan") ? null : history.state });
  const choice = (icon: ReactNode, title: string, text: string, href: string, ref?: typeof first) => (
    <button ref={ref} type="button" className="row gap-16 frame hover notice" onClick={() => go(href)}>
      {icon}
      <span className="stack">
        <strong>{title}</strong>
        <span className="muted">{text}</span>
      </span>
    </button>
  );
  return (
    <Dialog title={common.add} onClose={() => leaveSheet(tabHref("scan"))} hasAddress>
      <div className="stack gap-8">
        {choice(
          <Camera size={24} strokeWidth={1.75} aria-hidden className="green" />,
          t.receipt,
          t.receiptText,
          tabHref("scan"),
          first,
        )}
        {choice(
          <ScanBarcode size={24} strokeWidth={1.75} aria-hidden className="green" />,
          t.barcode,
          t.barcodeText,
          `${ADD_HREF}=barcode`,
        )}
        {choice(
          <Pencil size={24} strokeWidth={1.75} aria-hidden className="green" />,
          t.hand,
          t.handText,
          `${ADD_HREF}=hand`,
        )}
      </div>
    </Dialog>
  );
}
