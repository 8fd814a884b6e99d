import { Plus } from "lucide-react";
import { Link } from "../../lib/navigation/router";
import { useCommon } from "../../ui/text/strings";
import styles from "./AddButton.module.css";
import { ADD_HREF } from "./tab-url";

/** The floating button that opens the sheet with the ways to add an item, on the scan tab. */
export function AddButton({ isOnPhonesOnly }: { isOnPhonesOnly?: boolean }) {
  const common = useCommon();
  return (
    <Link
      href={ADD_HREF}
      state={SHEET_STATE}
      className={`center no-print members-only ${styles.add}`}
      data-narrow={isOnPhonesOnly || undefined}
      aria-label={common.add}
      data-tip={common.add}
    >
      <Plus size={26} strokeWidth={2.25} aria-hidden />
    </Link>
  );
}

/** Closing the sheet goes back to the page where it was opened (`leaveSheet`). */
const SHEET_STATE = { isSheet: true };
