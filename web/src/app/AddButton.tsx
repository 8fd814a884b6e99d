import { Plus } from "lucide-react";
import { Link, navigate } from "../lib/router";
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
      onClick={(event) => {
        if (!here || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        // A state of its own for each tap, so that the form takes the cursor again.
        navigate(ADD_HREF, { replace: true, state: {} });
      }}
      data-here={here || undefined}
      aria-label={common.add}
      data-tip={common.add}
    >
      <Plus size={26} strokeWidth={2.25} aria-hidden />
    </Link>
  );
}
