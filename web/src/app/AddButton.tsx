import { Plus } from "lucide-react";
import { Link } from "../lib/router";
import { useCommon } from "../ui/strings";
import styles from "./AddButton.module.css";
import { ADD_HREF } from "./tab-url";

/** The floating button: opens the scan tab with the form for items without a receipt. `here` on that tab. */
export function AddButton({ here }: { here?: boolean }) {
  const common = useCommon();
  return (
    <Link
      href={ADD_HREF}
      className={styles.add}
      data-here={here || undefined}
      aria-label={common.add}
      data-tip={common.add}
    >
      <Plus size={26} strokeWidth={2.25} aria-hidden />
    </Link>
  );
}
