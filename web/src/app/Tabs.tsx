import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Link, navigate } from "../lib/navigation/router";
import { useCommon } from "../ui/strings";
import { TabFace } from "./TabFace";
import { LIST_HREF, TABS, tabHref, type TabName } from "./tab-url";
import styles from "./Tabs.module.css";

/**
 * The navigation bar: at the bottom on phones, in the header on wide screens. Entries are real links, so that they can
 * open in a new tab and are in the history. On the main page the four are tabs; elsewhere `current` is null and they
 * lead back. Beside them is the link to the shopping list.
 */
export function Tabs({ current, onList }: { current: TabName | null; onList?: boolean }) {
  const common = useCommon();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<TabName | null>(null);
  const selected = current && (chosen ?? current);

  // The bar shows the choice first, and the page follows after the paint: removing five hundred cards takes longer.
  const go = (name: TabName) => {
    setChosen(name);
    requestAnimationFrame(() =>
      setTimeout(() => {
        navigate(tabHref(name));
        setChosen((last) => (last === name ? null : last));
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (selected === null) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? TABS.length - 1
          : step === undefined
            ? undefined
            : (TABS.indexOf(selected) + step + TABS.length) % TABS.length;
    const name = target === undefined ? undefined : TABS[target];
    if (name === undefined) return;
    event.preventDefault();
    go(name);
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  };
  const choose = (event: MouseEvent, name: TabName) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (name === chosen) return;
    // A second tap leads back to the top of the tab, out of a receipt or a filter.
    const isNarrowed = [...new URLSearchParams(location.search).keys()].some((key) => key !== "tab");
    if (name !== selected || isNarrowed) go(name);
    else window.scrollTo({ top: 0 });
  };

  return (
    <div className={`flex no-print ${styles.bar}`} data-whole={onList || undefined}>
      {/* The list itself takes no focus: its tabs do, and the keys bubble up from them. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={list}
        {...(selected === null ? { role: "navigation" } : { role: "tablist" })}
        aria-label={common.tabs.label}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {TABS.map((name) => (
          <a
            key={name}
            href={tabHref(name)}
            aria-label={common.tabs[name]}
            className={`row column centered gap-2 inset soft strong ${styles.tab}`}
            onClick={(event) => choose(event, name)}
            {...(selected !== null && {
              id: `tab-${name}`,
              role: "tab",
              "aria-selected": name === selected,
              "aria-controls": name === selected ? "tab-panel" : undefined,
              tabIndex: name === selected ? 0 : -1,
            })}
          >
            <TabFace common={common} name={name} />
          </a>
        ))}
      </div>
      <Link
        href={LIST_HREF}
        className={`row column centered gap-2 inset soft strong ${styles.tab}`}
        aria-label={common.shoppingList}
        aria-current={onList ? "page" : undefined}
      >
        <TabFace common={common} name="list" />
      </Link>
    </div>
  );
}
