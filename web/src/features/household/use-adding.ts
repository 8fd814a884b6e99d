import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import { closeLink, confirmLink, linkState, openLink } from "../../api/household/calls";
import { newDevices } from "../../api/household/known-devices";
import { keys } from "../../api/cached/queries";
import type { Household, LinkState } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { signInWithCustomToken } from "../../lib/auth/custom-token";
import { writeSession } from "../../lib/auth/session";

/** The state of adding a device, on the member device. */
type JoinStep =
  | { at: "opening" }
  | { at: "open"; id: string; secret: string; code: string; expiresAt: string }
  | { at: "asked"; id: string; name: string; triesLeft: number; wrong: boolean; failures: number; busy: boolean }
  | { at: "confirmed"; id: string; name: string }
  | { at: "dead" }
  | { at: "failed"; full: boolean };

const POLL = 1_500;

/** Opens a link, follows what becomes of it, and ends it when the dialog closes before anybody came in. */
export function useAdding(onDone: () => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<JoinStep>({ at: "opening" });
  const [round, setRound] = useState(0);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  /** True if the new device was confirmed: closing the dialog then has no other effect. */
  const link = useRef({ confirmed: false });
  useEffect(() => {
    const { current } = link;
    current.confirmed = false;
    const ended = new AbortController();
    let id: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let settled = false;

    const follow = async () => {
      if (id === undefined) return;
      const now = await linkState(id, ended.signal).catch((error: unknown) =>
        error instanceof ApiError && error.status === 404 ? ("gone" as const) : undefined,
      );
      if (ended.signal.aborted) return;
      if (now === "gone" || now?.state === "dead") {
        settled = true;
        return setStep({ at: "dead" });
      }
      if (now?.state === "collected") {
        settled = true;
        for (const queryKey of [keys.household, keys.items, keys.shoppingList])
          void client.invalidateQueries({ queryKey });
        return done.current();
      }
      if (now) setStep((before) => next(before, now));
      timer = setTimeout(() => void follow(), POLL);
    };

    const open = async () => {
      const { uid } = auth.state();
      // Known devices, so that a new one is recognised.
      const here = client.getQueryData<Household>(keys.household)?.devices;
      if (uid !== null && here) newDevices(uid, here);
      try {
        const { expiresAt, code, secret, ...link } = await openLink();
        id = link.id;
        if (ended.signal.aborted) return void closeLink(id).catch(() => undefined);
        setStep({ at: "open", id, secret, code, expiresAt });
        timer = setTimeout(() => void follow(), POLL);
      } catch (error) {
        console.error("A link could not be opened:", error);
        if (!ended.signal.aborted)
          setStep({ at: "failed", full: error instanceof ApiError && error.code === "too_many_devices" });
      }
    };
    // After the turn, so that an effect that is run twice opens one.
    timer = setTimeout(() => void open());
    return () => {
      ended.abort();
      clearTimeout(timer);
      if (id !== undefined && !settled && !current.confirmed) void closeLink(id).catch(() => undefined);
    };
  }, [round, client]);

  const id = step.at === "asked" ? step.id : undefined;
  const confirm = useCallback(
    async (digits: string) => {
      if (id === undefined) return;
      setStep((before) => (before.at === "asked" ? { ...before, busy: true } : before));
      try {
        const { device, customToken } = await confirmLink(id, digits);
        link.current.confirmed = true;
        setStep({ at: "confirmed", id, name: device?.name ?? "" });
        // This device has a name from now on, which its next token says.
        if (!customToken) await auth.token(true);
        else
          await auth.change(async (session) =>
            writeSession({ previousUids: [], ...session, ...(await signInWithCustomToken(customToken, Date.now)) }),
          );
      } catch (error) {
        const wrong = error instanceof ApiError && error.status === 404;
        const now = wrong ? await linkState(id, AbortSignal.timeout(10_000)).catch(() => undefined) : undefined;
        setStep((before) =>
          before.at === "asked"
            ? {
                ...before,
                busy: false,
                wrong,
                failures: before.failures + 1,
                triesLeft: now?.triesLeft ?? before.triesLeft,
              }
            : before,
        );
      }
    },
    [id],
  );

  const again = useCallback(() => {
    setStep({ at: "opening" });
    setRound((before) => before + 1);
  }, []);

  return { step, confirm: (digits: string) => void confirm(digits), again };
}

function next(before: JoinStep, { state, device, triesLeft }: LinkState): JoinStep {
  const name = device?.name ?? "";
  if (before.at !== "open" && before.at !== "asked") return before;
  if (state === "confirmed") return { at: "confirmed", id: before.id, name };
  if (state !== "asked") return before;
  return before.at === "asked"
    ? { ...before, name, triesLeft }
    : { at: "asked", id: before.id, name, triesLeft, wrong: false, failures: 0, busy: false };
}
