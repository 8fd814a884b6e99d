import { useRef, type KeyboardEvent } from "react";
import { navigate } from "../lib/router";
import { useCommon } from "../ui/strings";
import { TabFace } from "./TabFace";
import { TABS, tabHref, type TabName } from "./tab-url";
import styles from "./Tabs.module.css";

/** The four tabs: a bar at the bottom on phones, in the header on wide screens. Real links, so that they open in a new tab and stand in the history. */
export function Tabs({ current }: { current: TabName }) {
  const common = useCommon();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : step === undefined ? undefined : (TABS.indexOf(current) + step + TABS.length) % TABS.length;
    const name = target === undefined ? undefined : TABS[target];
    if (name === undefined) return;
    event.preventDefault();
    navigate(tabHref(name));
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  };

  return (
    // The list itself takes no focus: its tabs do, and the keys bubble up from them.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={list} role="tablist" aria-label={common.tabs.label} className={styles.tabs} onKeyDown={onKeyDown}>
      {TABS.map((name) => (
        <a
          key={name}
          id={`tab-${name}`}
          role="tab"
          href={tabHref(name)}
          aria-selected={name === current}
          aria-controls={name === current ? "tab-panel" : undefined}
          aria-label={common.tabs[name]}
          tabIndex={name === current ? 0 : -1}
          className={styles.tab}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            if (name !== current) navigate(tabHref(name));
            else window.scrollTo({ top: 0 });
          }}
        >
          <TabFace common={common} name={name} />
        </a>
      ))}
    </div>
  );
}
