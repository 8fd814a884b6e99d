import { useEffect, useState, type Dispatch, type SetStateAction } from "react";
import { drafts } from "../browser/storage";

/**
 * `useState` for what a person typed: the value outlives the screen, until the page is closed or the user signs out.
 */
export function useScreenDraft<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (drafts.has(name) ? (drafts.get(name) as T) : initial));
  useEffect(() => void drafts.set(name, value), [name, value]);
  return [value, setValue];
}
