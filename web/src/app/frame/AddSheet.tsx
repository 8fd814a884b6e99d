import { useEffect, useRef, type Ref } from "react";
import { Camera, Pencil, ScanBarcode, type LucideIcon } from "lucide-react";
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
  return (
    <Dialog title={common.add} onClose={() => leaveSheet(tabHref("scan"))} hasAddress>
      <div className="stack gap-8">
        <Choice icon={Camera} title={t.receipt} text={t.receiptText} href={tabHref("scan")} ref={first} />
        <Choice icon={ScanBarcode} title={t.barcode} text={t.barcodeText} href={`${ADD_HREF}=barcode`} />
        <Choice icon={Pencil} title={t.hand} text={t.handText} href={`${ADD_HREF}=hand`} />
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  text: string;
  href: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A way to add an item. Its page replaces the sheet, and goes back to the same page as the sheet if it is one too. */
function Choice({ icon: Icon, title, text, href, ref }: ChoiceProps) {
  const state: unknown = href === tabHref("scan") ? null : history.state;
  return (
    <button
      ref={ref}
      type="button"
      className="row gap-16 frame hover notice"
      onClick={() => navigate(href, { replace: true, state })}
    >
      <Icon size={24} strokeWidth={1.75} aria-hidden className="green" />
      <span className="stack">
        <strong>{title}</strong>
        <span className="muted">{text}</span>
      </span>
    </button>
  );
}
