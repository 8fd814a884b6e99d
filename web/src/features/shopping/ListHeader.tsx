import { ArrowLeft, Import, Share2, ShoppingCart } from "lucide-react";
import { useIsLooker } from "../../api/household/role";
import { Link } from "../../lib/navigation/router";
import { classes } from "../../ui/classes";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { Segmented } from "../../ui/widgets/Segmented";
import styles from "./ListHeader.module.css";
import type { ListView } from "./use-list-view";
import { useShoppingStrings } from "virtual:strings/shopping";

interface ListHeaderProps {
  view: ListView;
  /** True if My List is shown with pending rows, which can be shared and bought. */
  hasPendingRows: boolean;
  onView: (view: ListView) => void;
  onShop: () => void;
  onDialog: (dialog: "import" | "share") => void;
}

/** Shows the title of the shopping list, the choice of its views, and the buttons for sharing, importing and the shop. */
export function ListHeader({ view, hasPendingRows, onView, onShop, onDialog }: ListHeaderProps) {
  const t = useShoppingStrings();
  const isLooker = useIsLooker();
  return (
    <header className={`stack gap-6 ${styles.header}`}>
      <div className={`row wrap gap-4 ${styles.name}`}>
        <Link
          href="/"
          className={classes(button.icon, "no-print", styles.back)}
          aria-label={t.backHome}
          data-tip={t.backHome}
        >
          <ArrowLeft size={22} strokeWidth={1.75} aria-hidden />
        </Link>
        <h1 className={`page-title ${styles.title}`}>{t.title}</h1>
        {hasPendingRows && (
          <div className={`flex rigid end no-print members-only ${styles.exchange}`}>
            {(
              [
                ["import", Import],
                ["share", Share2],
              ] as const
            ).map(([dialog, Icon]) => (
              <Button
                key={dialog}
                size="small"
                icon={<Icon size={20} strokeWidth={1.75} aria-hidden />}
                aria-haspopup="dialog"
                aria-label={t[dialog]}
                data-tip={t[dialog]}
                onClick={() => onDialog(dialog)}
              >
                <span className="nowrap only-wide">{t[dialog]}</span>
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className={`row wrap gap-4 no-print ${styles.view}`}>
        {!isLooker && (
          <Segmented
            fill
            label={t.view}
            value={view}
            onChange={onView}
            options={[
              { value: "browse", label: t.browse },
              { value: "list", label: t.myList },
            ]}
          />
        )}
        {view === "list" && (
          // Reserves its space while the list loads, so that the choice of views does not move.
          <Button
            size="small"
            icon={<ShoppingCart size={18} aria-hidden />}
            aria-label={t.shopMode}
            className={classes("gap-4 nowrap", styles.shop, !hasPendingRows && "invisible")}
            onClick={onShop}
          >
            {t.shopMode}
          </Button>
        )}
      </div>
    </header>
  );
}
