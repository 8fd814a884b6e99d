import { CircleUserRound, Plus } from "lucide-react";
import { Frame, LinkPlaceholder } from "../frame/Frame";
import add from "../frame/AddButton.module.css";
import { PageSkeletonIn } from "../frame/PageSkeleton";
import { Welcome } from "./SigningIn";
import { TabFace } from "../frame/TabFace";
import tabs from "../frame/Tabs.module.css";
import { ADD_HREF, LIST_HREF, TABS, tabHref } from "../frame/tab-url";

/**
 * Renders the first paint in each language: the welcome screen of a first visit, and the frame around a skeleton. The
 * build writes it into `index.html` (`dev/first-paint.ts`), `public/first-paint.js` shows the right one, and the app
 * replaces it without layout shifts.
 */
export function FirstPaint({
  sentences,
  browser,
}: {
  sentences: Readonly<Record<string, Sentences["common"]>>;
  browser: Readonly<Record<string, Sentences["browser"]>>;
}) {
  return Object.entries(sentences).map(([lang, common]) => [
    // For browsers that are too old.
    <p key={`browser-${lang}`} data-too-old lang={lang} role="alert" hidden>
      {browser[lang]?.tooOld}
    </p>,
    <div key={`welcome-${lang}`} data-paint="welcome" lang={lang}>
      <Welcome common={common} />
    </div>,
    <div key={`frame-${lang}`} data-paint="frame" lang={lang}>
      <Frame
        common={common}
        tabs={
          <div className={`flex no-print ${tabs.bar}`} data-only="bar">
            {TABS.map((name) => (
              <a
                key={name}
                href={tabHref(name)}
                className={`row column centered gap-2 muted strong ${tabs.tab}`}
                aria-label={common.tabs[name]}
              >
                <TabFace common={common} name={name} />
              </a>
            ))}
            <a
              href={LIST_HREF}
              className={`row column centered gap-2 muted strong ${tabs.tab}`}
              aria-label={common.shoppingList}
            >
              <TabFace common={common} name="list" />
            </a>
          </div>
        }
        refresh={<LinkPlaceholder />}
        account={
          <LinkPlaceholder>
            <CircleUserRound size={22} strokeWidth={1.75} aria-hidden />
          </LinkPlaceholder>
        }
      >
        <PageSkeletonIn loading={common.loading} />
        <a
          href={ADD_HREF}
          className={`center no-print members-only ${add.add}`}
          data-only="bar"
          aria-label={common.add}
        >
          <Plus size={26} strokeWidth={2.25} aria-hidden />
        </a>
      </Frame>
    </div>,
  ]);
}
