import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, NoTokenError } from "../../api/client";
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
/** The time in which the number of tries left is asked for. */
const STATE_TIMEOUT_MS = 10_000;

/** Polls a link until a device has joined by it or it has expired, unless it is aborted. Reports its other states. */
async function watchLink(
  id: string,
  signal: AbortSignal,
  onState: (link: LinkState) => void,
): Promise<"collected" | "expired" | "aborted"> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (signal.aborted) return "aborted";
    // Other failures may end before the link expires.
    const link = await linkState(id, signal).catch((error: unknown) => (isNotFound(error) ? "gone" : undefined));
    if (signal.aborted) return "aborted";
    if (link === "gone" || link?.state === "dead") return "expired";
    if (link?.state === "collected") return "collected";
    if (link) onState(link);
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

const isRefusal = (error: unknown) =>
  error instanceof NoTokenError || (error instanceof ApiError && error.code !== undefined && error.status < 500);

/**
 * Opens a link for a device with this role, and polls its state. Closes the link if the dialog closes before a device
 * was confirmed.
 */
export function useAddDevice(role: Role, onDone: () => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<AddStep>({ phase: "opening" });
  const [attempt, setAttempt] = useState(0);
  const finish = useEffectEvent(onDone);

  /** True once the new device may be confirmed, so that the link stays open when the dialog closes. */
  const mayBeConfirmed = useRef(false);
  useEffect(() => {
    mayBeConfirmed.current = false;
    const aborter = new AbortController();
    const { signal } = aborter;
    /** The id of the open link. */
    let openId: string | undefined;
    const close = () => {
      if (openId !== undefined && !mayBeConfirmed.current) void closeLink(openId).catch(() => undefined);
    };
    const run = async () => {
      rememberDevices(client.getQueryData<Household>(keys.household));
      const { id, secret, code, expiresAt } = await openLink(role);
      openId = id;
      if (signal.aborted) return close();
      setStep({ phase: "open", id, secret, code, expiresAt });
      const end = await watchLink(id, signal, (link) => {
        if (link.state === "confirmed") mayBeConfirmed.current = true;
        setStep((before) => nextStep(before, link));
      });
      if (end === "aborted") return;
      openId = undefined;
      if (end === "expired") return setStep({ phase: "expired" });
      for (const queryKey of [keys.household, keys.items, keys.shoppingList])
        void client.invalidateQueries({ queryKey });
      finish();
    };
    // Deferred, so that an effect that runs twice in development opens one link.
    const timer = setTimeout(
      () =>
        void run().catch((error: unknown) => {
          console.error("Opening a link failed:", error);
          const isHouseholdFull = error instanceof ApiError && error.code === "too_many_devices";
          if (!signal.aborted) setStep({ phase: "failed", isHouseholdFull });
        }),
    );
    return () => {
      clearTimeout(timer);
      aborter.abort();
      close();
    };
  }, [attempt, role, client]);

  const id = step.phase === "requested" ? step.id : undefined;
  const confirm = useCallback(
    async (digits: string) => {
      if (id === undefined) return;
      setStep((before) => (before.phase === "requested" ? { ...before, isBusy: true } : before));
      mayBeConfirmed.current = true;
      try {
        const { device, customToken } = await confirmLink(id, digits);
        setStep({ phase: "confirmed", id, name: device?.name ?? "" });
        // The first confirmation also registers this device, which its next token then shows.
        if (!customToken) await auth.token(true);
        else
          await auth.change(async (session) =>
            writeSession({ previousUids: [], ...session, ...(await signInWithCustomToken(customToken, Date.now)) }),
          );
      } catch (error) {
        const areDigitsWrong = isNotFound(error);
        // After another failure than a refusal of the server, it may have confirmed the device.
        if (isRefusal(error)) mayBeConfirmed.current = false;
        const link = areDigitsWrong
          ? await linkState(id, AbortSignal.timeout(STATE_TIMEOUT_MS)).catch(() => undefined)
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

/** Remembers the known devices, so that the new one is recognised. */
function rememberDevices(household: Household | undefined): void {
  const { uid } = auth.state();
  if (uid !== null && household) newDevices(uid, household.devices);
}

/** Returns the step after a polled state of the link. */
function nextStep(before: AddStep, { state, device, triesLeft }: LinkState): AddStep {
  const name = device?.name ?? "";
  if (before.phase !== "open" && before.phase !== "requested") return before;
  if (state === "confirmed") return { phase: "confirmed", id: before.id, name };
  if (state !== "asked") return before;
  return before.phase === "requested"
    ? { ...before, name, triesLeft }
    : { phase: "requested", id: before.id, name, triesLeft, areDigitsWrong: false, failureCount: 0, isBusy: false };
}
