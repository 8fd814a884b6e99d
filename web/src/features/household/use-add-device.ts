import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/client";
import { closeLink, confirmLink, linkState, openLink } from "../../api/household/calls";
import { newDevices } from "../../api/household/announced-devices";
import { keys } from "../../api/cached/queries";
import type { Household, LinkState, Role } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { signInWithCustomToken } from "../../lib/auth/custom-token";
import { writeSession } from "../../lib/auth/session";

/** The state of adding a device, on the device that is in the larder. */
type AddStep =
  | { phase: "opening" }
  | { phase: "open"; id: string; secret: string; code: string; expiresAt: string }
  | {
      phase: "requested";
      id: string;
      name: string;
      triesLeft: number;
      areDigitsWrong: boolean;
      failureCount: number;
      isBusy: boolean;
    }
  | { phase: "confirmed"; id: string; name: string }
  | { phase: "expired" }
  | { phase: "failed"; isHouseholdFull: boolean };

const POLL_INTERVAL_MS = 1_500;

/**
 * Opens a link for a device with this role, and polls its state. Closes the link if the dialog closes before a device
 * was confirmed.
 */
export function useAddDevice(role: Role, onDone: () => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<AddStep>({ phase: "opening" });
  const [attempt, setAttempt] = useState(0);
  const finish = useEffectEvent(onDone);

  /** True if the new device was confirmed, so that the link stays open when the dialog closes. */
  const isConfirmed = useRef(false);
  useEffect(() => {
    isConfirmed.current = false;
    const aborter = new AbortController();
    let id: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLinkClosed = false;

    const poll = async () => {
      if (id === undefined) return;
      const link = await linkState(id, aborter.signal).catch((error: unknown) =>
        error instanceof ApiError && error.status === 404 ? ("gone" as const) : undefined,
      );
      if (aborter.signal.aborted) return;
      if (link === "gone" || link?.state === "dead") {
        isLinkClosed = true;
        return setStep({ phase: "expired" });
      }
      if (link?.state === "collected") {
        isLinkClosed = true;
        for (const queryKey of [keys.household, keys.items, keys.shoppingList])
          void client.invalidateQueries({ queryKey });
        return finish();
      }
      if (link) setStep((before) => nextStep(before, link));
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };

    const open = async () => {
      const { uid } = auth.state();
      // Remembers the known devices, so that the new one is recognised.
      const devices = client.getQueryData<Household>(keys.household)?.devices;
      if (uid !== null && devices) newDevices(uid, devices);
      try {
        const { expiresAt, code, secret, ...link } = await openLink(role);
        id = link.id;
        if (aborter.signal.aborted) return void closeLink(id).catch(() => undefined);
        setStep({ phase: "open", id, secret, code, expiresAt });
        timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
      } catch (error) {
        console.error("Opening a link failed:", error);
        if (!aborter.signal.aborted)
          setStep({ phase: "failed", isHouseholdFull: error instanceof ApiError && error.code === "too_many_devices" });
      }
    };
    // Deferred, so that an effect that runs twice in development opens one link.
    timer = setTimeout(() => void open());
    return () => {
      aborter.abort();
      clearTimeout(timer);
      if (id !== undefined && !isLinkClosed && !isConfirmed.current) void closeLink(id).catch(() => undefined);
    };
  }, [attempt, role, client]);

  const id = step.phase === "requested" ? step.id : undefined;
  const confirm = useCallback(
    async (digits: string) => {
      if (id === undefined) return;
      setStep((before) => (before.phase === "requested" ? { ...before, isBusy: true } : before));
      try {
        const { device, customToken } = await confirmLink(id, digits);
        isConfirmed.current = true;
        setStep({ phase: "confirmed", id, name: device?.name ?? "" });
        // The first confirmation also registers this device, which its next token then shows.
        if (!customToken) await auth.token(true);
        else
          await auth.change(async (session) =>
            writeSession({ previousUids: [], ...session, ...(await signInWithCustomToken(customToken, Date.now)) }),
          );
      } catch (error) {
        const areDigitsWrong = error instanceof ApiError && error.status === 404;
        const link = areDigitsWrong
          ? await linkState(id, AbortSignal.timeout(10_000)).catch(() => undefined)
          : undefined;
        setStep((before) =>
          before.phase === "requested"
            ? {
                ...before,
                isBusy: false,
                areDigitsWrong,
                failureCount: before.failureCount + 1,
                triesLeft: link?.triesLeft ?? before.triesLeft,
              }
            : before,
        );
      }
    },
    [id],
  );

  const restart = useCallback(() => {
    setStep({ phase: "opening" });
    setAttempt((before) => before + 1);
  }, []);

  return { step, confirm: (digits: string) => void confirm(digits), restart };
}

function nextStep(before: AddStep, { state, device, triesLeft }: LinkState): AddStep {
  const name = device?.name ?? "";
  if (before.phase !== "open" && before.phase !== "requested") return before;
  if (state === "confirmed") return { phase: "confirmed", id: before.id, name };
  if (state !== "asked") return before;
  return before.phase === "requested"
    ? { ...before, name, triesLeft }
    : { phase: "requested", id: before.id, name, triesLeft, areDigitsWrong: false, failureCount: 0, isBusy: false };
}
