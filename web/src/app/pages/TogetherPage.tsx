import "../../ui/styles/screens.css";
import { lazy, Suspense, useState } from "react";
import { FileUp, Import, Share2 } from "lucide-react";
import { useShoppingList } from "../../api/cached/use-data";
import HouseholdSection from "../../features/household/HouseholdSection";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks/use-title";
import { useTogetherStrings } from "virtual:strings/together";
import { LIST_HREF } from "../frame/tab-url";

const ImportDialog = lazy(() => import("../../features/shopping/add/ImportDialog"));
const ImportFileDialog = lazy(() => import("../../features/import/ImportFileDialog"));
const ShareDialog = lazy(() => import("../../features/sharing/ShareDialog"));

/** The page for more than one user: the household's devices, sharing a list, and importing a list or a file. */
export default function TogetherPage() {
  const t = useTogetherStrings();
  const { data: items = [] } = useShoppingList();
  const pending = items.filter((item) => !item.isCompleted);
  const [open, setOpen] = useState<"share" | "list" | "file" | null>(null);
  const close = () => setOpen(null);
  useTitle(t.title);
  return (
    <div className="stack gap-20">
      <div className="stack gap-8">
        <h1>{t.title}</h1>
        <p className="muted">{t.text}</p>
      </div>
      <div className="columns gap-16">
        <HouseholdSection />
        <div className="stack gap-16 members-only">
          <section className="card pad stack gap-16 left shrink" aria-labelledby="share-title">
            <h2 id="share-title">{t.share}</h2>
            <p className="muted">{t.shareText}</p>
            {pending.length > 0 ? (
              <Button
                size="small"
                icon={<Share2 size={18} aria-hidden />}
                aria-haspopup="dialog"
                onClick={() => setOpen("share")}
              >
                {t.shareAction}
              </Button>
            ) : (
              <>
                <p className="muted">{t.shareEmpty}</p>
                <Link href={LIST_HREF} className={classes(button.button, button.secondary, button.small)}>
                  {t.toList}
                </Link>
              </>
            )}
          </section>
          <section className="card pad stack gap-16 left shrink" aria-labelledby="import-title">
            <h2 id="import-title">{t.import}</h2>
            <p className="muted">{t.importText}</p>
            <div className="flex wrap gap-8">
              <Button
                size="small"
                icon={<Import size={18} aria-hidden />}
                aria-haspopup="dialog"
                onClick={() => setOpen("list")}
              >
                {t.importList}
              </Button>
              <Button
                size="small"
                icon={<FileUp size={18} aria-hidden />}
                aria-haspopup="dialog"
                onClick={() => setOpen("file")}
              >
                {t.importFile}
              </Button>
            </div>
          </section>
        </div>
      </div>
      <Suspense>
        {open === "share" && <ShareDialog items={pending} onClose={close} />}
        {open === "list" && <ImportDialog onClose={close} />}
        {open === "file" && <ImportFileDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
