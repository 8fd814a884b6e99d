import { useState } from "react";
import { storage } from "../../../lib/browser/storage";

const KEY = "larder.week-open";

/** Returns true while the week is shown on a phone, and a function that saves it. */
export function useWeekOpen(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => storage.get(KEY) !== null);
  return [
    isOpen,
    (next) => {
      setIsOpen(next);
      if (next) storage.set(KEY, "1");
      else storage.remove(KEY);
    },
  ];
}
