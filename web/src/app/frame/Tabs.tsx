import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Link, navigate } from "../../lib/navigation/router";
import { useCommon } from "../../ui/text/strings";
import { TabFace } from "./TabFace";
import { LIST_HREF, TABS, tabHref, type TabName } from "./tab-url";
import styles from "./Tabs.module.css";

/**
 * The navigation bar: at the bottom on phones, in the header on wide screens. Four tabs, which are plain links on pages
 * other than the main page (`current` is null), and the link to the shopping list.
 */
export function Tabs({ current, onList }: { current: TabName | null; onList?: boolean }) {
  const common = useCommon();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<TabName | null>(null);
  const selected = current && (chosen ?? current);

  // Marks the tab first and navigates after the paint, because removing hundreds of cards takes time.
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
    const index = TABS.indexOf(selected);
    // After the last tab comes the first one; -1 is the last one.
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const name = target === undefined ? undefined : TABS.at(target % TABS.length);
    if (name === undefined) return;
    event.preventDefault();
    go(name);
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  };
  const choose = (event: MouseEvent, name: TabName) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (name === chosen) return;
    // A second tap removes the tab's filter or detail, or scrolls to its top.
    const isNarrowed = [...new URLSearchParams(location.search).keys()].some((key) => key !== "tab");
    if (name !== selected || isNarrowed) go(name);
    else window.scrollTo({ top: 0 });
  };

  return (
    <div className={`flex no-print ${styles.bar}`}>
      {/* The tabs have the focus, and their key events bubble up. */}
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
            className={`row column centered gap-2 inset muted strong ${styles.tab}`}
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
        className={`row column centered gap-2 inset muted strong ${styles.tab}`}
        aria-label={common.shoppingList}
        aria-current={onList ? "page" : undefined}
      >
        <TabFace common={common} name="list" />
      </Link>
    </div>
  );
}
