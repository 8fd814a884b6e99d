import { useEffect, useRef, useState } from "react";

/** Milliseconds without a tick after which ticked lines leave, all of them at once. */
const LINGER = 6_000;

/**
 * Lines that were ticked just now. They stay where they are, so that no other line moves under the thumb and a slip is taken back where it happened, until nothing
 * has been ticked for a while.
 */
export function useJustDone(onLeave?: () => void): { justDone: ReadonlySet<string>; note: (ids: readonly string[], done: boolean) => void } {
  const [justDone, setJustDone] = useState<ReadonlySet<string>>(new Set());
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (justDone.size === 0) return;
    const timer = setTimeout(() => {
      leave.current?.();
      setJustDone(new Set());
    }, LINGER);
    return () => clearTimeout(timer);
  }, [justDone]);
  return {
    justDone,
    note: (ids, done) =>
      setJustDone((before) => {
        const after = new Set(before);
        for (const id of ids) if (done) after.add(id); else after.delete(id);
        return after;
      }),
  };
}
