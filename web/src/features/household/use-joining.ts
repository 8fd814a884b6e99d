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

/** Returns what the user has to know and decide before the larder is entered. */
async function readChoice(credentials: Credentials) {
  const preview = await previewCopy(credentials.tokens);
  // Only the person who has a recovery code knows whose larder it opens: a link may be somebody else's.
  const devices = credentials.code === undefined ? await otherDevices(credentials.tokens) : [];
  const isFirst = devices.length === 0 && credentials.code === undefined;
  return { credentials: isFirst ? { ...credentials, isFirst } : credentials, preview, devices };
}

/** Redeems a ticket again and again until it is answered with a token or refused. */
function usePolledTicket(
  ticket: string | undefined,
  onConfirmed: (result: Schemas["JoinResult"]) => Promise<void>,
  onRefused: () => void,
): void {
  const handle = useEffectEvent(onConfirmed);
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (ticket === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async () => {
      try {
        const result = await redeem(ticket);
        if (isStopped) return;
        if (result.customToken) return await handle(result);
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

/** Lets this device join a larder, from its request to the larder on screen. */
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

  /** Continues with the result of a redeemed credential or ticket. */
  const proceed = useCallback(
    async ({ customToken, code, ticket, digits, expiresAt }: Schemas["JoinResult"]) => {
      if (customToken)
        await prepareEntry({
          tokens: await signInWithCustomToken(customToken, Date.now),
          ...(code && { code }),
        });
      else if (ticket && digits && expiresAt) changeStep({ phase: "digits", ticket, digits, expiresAt });
    },
    [changeStep, prepareEntry],
  );

  const join = useCallback(
    async (credential: string) => {
      changeStep({ phase: "requesting" });
      try {
        await proceed(await redeem(credential));
      } catch (error) {
        changeStep({ phase: "start", failure: failureOf(error) });
      }
    },
    [changeStep, proceed],
  );

  usePolledTicket(step.phase === "digits" ? step.ticket : undefined, proceed, () =>
    changeStep({ phase: "start", failure: "refused" }),
  );

  /** Cancels joining. If the larder already lists this device, removes it. */
  const cancel = useCallback(() => {
    const credentials = "credentials" in step ? step.credentials : undefined;
    const self = claim(credentials?.tokens.idToken, "device");
    if (credentials && self !== undefined)
      void removeDevice(self, { token: credentials.tokens.idToken }).catch(() => undefined);
    changeStep({ phase: "start" });
  }, [step, changeStep]);

  return { step, person, changePerson, join, prepareEntry, enter, cancel };
}
