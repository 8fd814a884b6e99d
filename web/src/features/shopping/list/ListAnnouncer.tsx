import { useEffect } from "react";
import { createStore, useStore } from "../../../lib/state/store";

const announced = createStore("");

/** Tells screen readers what became of a line. */
export function announce(text: string): void {
  announced.set(text);
}

/** The live region of the list's views. It is there before a text is, so that screen readers notice the text. */
export function ListAnnouncer() {
  useEffect(() => () => announced.set(""), []);
  return (
    <p role="status" className="visually-hidden">
      {useStore(announced)}
    </p>
  );
}
