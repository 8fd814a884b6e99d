import { useCallback, useEffect, useRef, useState } from "react";
import { join as redeem, removeDevice, updateDevice } from "../../api/household/calls";
import {
  enterLarder,
  otherDevices,
  previewCopy,
  sendWaitingChanges,
  type CopyPreview,
} from "../../api/household/moves";
import { ApiError } from "../../api/client";
import type { Device, Schemas } from "../../api/types";
import { claim, signInWithCustomToken } from "../../lib/auth/custom-token";
import type { Tokens } from "../../lib/auth/identity";

/** The reason why joining failed; the page has a text for each. */
export type JoinFailure = "refused" | "too-fast" | "full" | "last-member" | "unreachable";

/** The state of joining, on the new device. */
export type JoinStep =
  | { phase: "start"; failure?: JoinFailure }
  | { phase: "requesting" }
  | { phase: "digits"; ticket: string; digits: string; expiresAt: string }
  | { phase: "unsent"; credentials: Credentials; count: number }
  /** Shows whose larder it is, and asks what to take along if this device has data of its own. */
  | { phase: "choose"; credentials: Credentials; preview: CopyPreview; devices: readonly Device[] }
  | { phase: "entering" }
  /** Joining was interrupted, and the credentials are still valid. */
  | { phase: "interrupted"; credentials: Credentials; copy: boolean; failure: JoinFailure }
  | { phase: "joined"; code?: string; isFirst?: boolean };

interface Credentials {
  readonly tokens: Tokens;
  /** The new recovery code, if the old one was used to join. */
  readonly code?: string;
  /** No other device uses the larder: a set-up link opened it. */
  readonly isFirst?: boolean;
}

const POLL_INTERVAL_MS = 1_500;
/** The step is stored, since phones may reload the page when the user switches apps. */
const STEP_KEY = "larder.link-ticket";
/** The typed name of the person who uses this device, until it has joined. */
const PERSON_KEY = "larder.link-person";

function readStep(): JoinStep | undefined {
  try {
    const { ticket, digits, expiresAt } = JSON.parse(sessionStorage.getItem(STEP_KEY) ?? "{}") as Record<
      string,
      string
    >;
    if (ticket && digits && expiresAt && Date.parse(expiresAt) > Date.now())
      return { phase: "digits", ticket, digits, expiresAt };
  } catch {
    // Without storage, joining starts again.
  }
  return undefined;
}

function saveStep(step: JoinStep): void {
  try {
    if (step.phase === "digits") sessionStorage.setItem(STEP_KEY, JSON.stringify(step));
    // While the user decides, a reload collects the tokens again.
    else if (["start", "requesting", "joined"].includes(step.phase)) sessionStorage.removeItem(STEP_KEY);
  } catch {
    // Without storage, joining starts again after a reload.
  }
}

function readPerson(): string {
  try {
    return sessionStorage.getItem(PERSON_KEY) ?? "";
  } catch {
    return "";
  }
}

function savePerson(person: string): void {
  try {
    if (person === "") sessionStorage.removeItem(PERSON_KEY);
    else sessionStorage.setItem(PERSON_KEY, person);
  } catch {
    // Without storage, the user types it again after a reload.
  }
}

function failureOf(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return "unreachable";
  if (error.code === "too_many_devices") return "full";
  if (error.code === "last_member") return "last-member";
  if (error.status === 429) return "too-fast";
  return error.isTemporary ? "unreachable" : "refused";
}

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

  const prepareMerge = useCallback(
    async (credentials: Credentials, timeoutMs?: number) => {
      changeStep({ phase: "entering" });
      try {
        const unsentCount = await sendWaitingChanges(timeoutMs);
        if (unsentCount > 0 && timeoutMs !== 0) return changeStep({ phase: "unsent", credentials, count: unsentCount });
        const preview = await previewCopy(credentials.tokens);
        // Only the person who has a recovery code knows whose larder it opens: a link may be somebody else's.
        const devices = credentials.code === undefined ? await otherDevices(credentials.tokens) : [];
        const next =
          devices.length === 0 && credentials.code === undefined ? { ...credentials, isFirst: true } : credentials;
        if (preview === null && devices.length === 0) await enter(next, false);
        else changeStep({ phase: "choose", credentials: next, preview, devices });
      } catch (error) {
        // The user cannot choose without the data of the earlier larder, but can try again.
        console.error("Reading the earlier larder failed:", error);
        changeStep({ phase: "unsent", credentials, count: 0 });
      }
    },
    [changeStep, enter],
  );

  /** Continues with the answer to a credential or a ticket. */
  const proceed = useCallback(
    async ({ customToken, code, ticket, digits, expiresAt }: Schemas["JoinResult"]) => {
      if (customToken)
        await prepareMerge({
          tokens: await signInWithCustomToken(customToken, Date.now),
          ...(code && { code }),
        });
      else if (ticket && digits && expiresAt) changeStep({ phase: "digits", ticket, digits, expiresAt });
    },
    [changeStep, prepareMerge],
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

  const ticket = step.phase === "digits" ? step.ticket : undefined;
  useEffect(() => {
    if (ticket === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async () => {
      try {
        const answer = await redeem(ticket);
        if (isStopped) return;
        if (answer.customToken) return await proceed(answer);
      } catch (error) {
        if (isStopped) return;
        if (failureOf(error) === "refused") return changeStep({ phase: "start", failure: "refused" });
        // Other failures may end before the link expires.
      }
      if (!isStopped) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [ticket, proceed, changeStep]);

  /** Cancels joining. If the larder already lists this device, removes it. */
  const cancel = useCallback(() => {
    const credentials = "credentials" in step ? step.credentials : undefined;
    const self = claim(credentials?.tokens.idToken, "device");
    if (credentials && self !== undefined)
      void removeDevice(self, { token: credentials.tokens.idToken }).catch(() => undefined);
    changeStep({ phase: "start" });
  }, [step, changeStep]);

  return { step, person, changePerson, join, prepareMerge, enter, cancel };
}
