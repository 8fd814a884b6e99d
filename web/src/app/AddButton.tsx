import { Plus } from "lucide-react";
import { Link } from "../lib/navigation/router";
import { useCommon } from "../ui/strings";
import styles from "./AddButton.module.css";
import { ADD_HREF } from "./tab-url";

/** The floating button: leads to the scan tab, which asks how to add something. `here` on that tab. */
export function AddButton({ here }: { here?: boolean }) {
  const common = useCommon();
  return (
    <Link
      href={ADD_HREF}
      state={OVER}
      className={`center no-print ${styles.add}`}
      data-here={here || undefined}
      aria-label={common.add}
      data-tip={common.add}
    >
      <Plus size={26} strokeWidth={2.25} aria-hidden />
    </Link>
  );
}

/** The sheet covers the previous page: closing it is a step back. */
const OVER = { over: true };
