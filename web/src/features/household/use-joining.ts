import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { join as redeem, removeDevice, updateDevice } from "../../api/household/calls";
import { enterLarder, otherDevices, previewCopy, sendWaitingChanges } from "../../api/household/moves";
import type { Schemas } from "../../api/types";
import { claim, signInWithCustomToken } from "../../lib/auth/custom-token";
import type { Tokens } from "../../lib/auth/identity";
import { failureOf, type Credentials, type JoinStep } from "./join-step";
import { readPerson, readStep, savePerson, saveStep } from "./join-storage";

const POLL_INTERVAL_MS = 1_500;

/**
 * Sends the name of the person who uses this device. If that fails, the user can set it on the page of the household.
 */
function sendPerson(tokens: Tokens, typed: string): void {
  savePerson("");
  const self = claim(tokens.idToken, "device");
  const person = typed.trim();
  if (self === undefined || person === "") return;
  void updateDevice(self, { person }).catch((error: unknown) => console.error("Saving the person failed:", error));
}

/** Removes this device again from the larder that lists it since it signed in. */
function removeSelf({ tokens: { idToken } }: Credentials): void {
  const self = claim(idToken, "device");
  if (self !== undefined) void removeDevice(self, { token: idToken }).catch(() => undefined);
}

/** Returns what the user has to know and decide before the larder is entered. */
async function readChoice(credentials: Credentials) {
  const preview = await previewCopy(credentials.tokens);
  // Only the person who has a recovery code knows whose larder it opens: a link may be somebody else's.
  const devices = credentials.code === undefined ? await otherDevices(credentials.tokens) : [];
  const isFirst = devices.length === 0 && credentials.code === undefined;
  return { credentials: isFirst ? { ...credentials, isFirst } : credentials, preview, devices };
}

/** Signs in by the result of a redeemed credential or ticket; undefined if the other device has not confirmed it yet. */
async function signInBy({ customToken, code }: Schemas["JoinResult"]): Promise<Credentials | undefined> {
  if (!customToken) return undefined;
  return { tokens: await signInWithCustomToken(customToken, Date.now), ...(code && { code }) };
}

function isStored(ticket: string): boolean {
  const step = readStep();
  return step?.phase === "digits" && step.ticket === ticket;
}

/** Redeems a ticket again and again until this device is signed in or refused. */
function usePolledTicket(
  ticket: string | undefined,
  onSignedIn: (credentials: Credentials) => Promise<void>,
  onRefused: () => void,
): void {
  const enter = useEffectEvent(onSignedIn);
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (ticket === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async () => {
      try {
        const credentials = await signInBy(await redeem(ticket));
        // The stored ticket is gone if the user has cancelled. Otherwise the next page redeems it again.
        if (isStopped) return credentials && !isStored(ticket) ? removeSelf(credentials) : undefined;
        if (credentials) return await enter(credentials);
      } catch (error) {
        if (isStopped) return;
        if (failureOf(error) === "refused") return refuse();
        // Other failures may end before the link expires.
      }
      if (!isStopped) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [ticket]);
}

/** Lets this device join a larder: requests it, signs in, and enters the larder with or without a copy of its own data. */
export function useJoining() {
  const [step, setStep] = useState<JoinStep>(() => readStep() ?? { phase: "start" });
  const [person, setPerson] = useState(readPerson);
  const personRef = useRef(person);
  const changeStep = useCallback((next: JoinStep) => {
    saveStep(next);
    setStep(next);
  }, []);
  const changePerson = useCallback((next: string) => {
    personRef.current = next;
    savePerson(next);
    setPerson(next);
  }, []);

  const enter = useCallback(
    async (credentials: Credentials, copy: boolean) => {
      changeStep({ phase: "entering" });
      try {
        await enterLarder(credentials.tokens, { copy });
        sendPerson(credentials.tokens, personRef.current);
        const { tokens: _, ...joined } = credentials;
        changeStep({ phase: "joined", ...joined });
      } catch (error) {
        console.error("Entering the larder failed:", error);
        changeStep({ phase: "interrupted", credentials, copy, failure: failureOf(error) });
      }
    },
    [changeStep],
  );

  /** Sends the waiting changes to the earlier larder, unless they are left behind; then enters the new one or asks. */
  const prepareEntry = useCallback(
    async (credentials: Credentials, { leavesUnsent = false } = {}) => {
      changeStep({ phase: "entering" });
      try {
        const unsentCount = leavesUnsent ? 0 : await sendWaitingChanges();
        if (unsentCount > 0) return changeStep({ phase: "unsent", credentials, count: unsentCount });
        const choice = await readChoice(credentials);
        if (choice.preview === null && choice.devices.length === 0) await enter(choice.credentials, false);
        else changeStep({ phase: "choose", ...choice });
      } catch (error) {
        // The user cannot choose without the data of the earlier larder, but can try again.
        console.error("Reading the earlier larder failed:", error);
        changeStep({ phase: "unsent", credentials, count: 0 });
      }
    },
    [changeStep, enter],
  );

  const join = useCallback(
    async (credential: string) => {
      changeStep({ phase: "requesting" });
      try {
        const result = await redeem(credential);
        const { ticket, digits, expiresAt } = result;
        const credentials = await signInBy(result);
        if (credentials) await prepareEntry(credentials);
        else if (ticket && digits && expiresAt) changeStep({ phase: "digits", ticket, digits, expiresAt });
      } catch (error) {
        changeStep({ phase: "start", failure: failureOf(error) });
      }
    },
    [changeStep, prepareEntry],
  );

  usePolledTicket(step.phase === "digits" ? step.ticket : undefined, prepareEntry, () =>
    changeStep({ phase: "start", failure: "refused" }),
  );

  /** Cancels joining. If the larder already lists this device, removes it. */
  const cancel = useCallback(() => {
    if ("credentials" in step) removeSelf(step.credentials);
    changeStep({ phase: "start" });
  }, [step, changeStep]);

  return { step, person, changePerson, join, prepareEntry, enter, cancel };
}
