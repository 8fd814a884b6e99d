import { useCallback, useEffect, useRef, useState } from "react";
import { collectTokens, removeDevice, recover, renameDevice, requestToJoin } from "../../api/household/calls";
import { enterLarder, sendWaitingChanges, previewCopy } from "../../api/household/moves";
import { ApiError } from "../../api/client";
import type { CopyResult } from "../../api/types";
import { claim, signInWithCustomToken } from "../../lib/auth/custom-token";
import type { Tokens } from "../../lib/auth/identity";

/** The reason for a failed attempt; the page has a sentence for each. */
export type JoinFailure = "refused" | "too-fast" | "full" | "unreachable";

/**
 * The state of joining, on the new device. Credentials are kept until it has joined: `code` is the new recovery code
 * after using the old one.
 */
export type JoinStep =
  | { at: "begin"; why?: JoinFailure }
  | { at: "asking" }
  | { at: "digits"; ticket: string; digits: string; expiresAt: string }
  | { at: "unsent"; got: Got; count: number }
  | { at: "choose"; got: Got; brought: CopyResult | "too-many" }
  | { at: "entering" }
  /** Joining was interrupted: the credentials are still valid. */
  | { at: "again"; got: Got; along: Along; why: JoinFailure }
  | { at: "in"; code?: string };

interface Got {
  readonly tokens: Tokens;
  readonly code?: string;
}
type Along = "everything" | "nothing" | "there-was-nothing";

const POLL = 1_500;
/** Joining continues after a reload, such as a phone's after a switch to another app. */
const TICKET = "larder.link-ticket";
/** The typed name of the person who uses this device, until it has joined. */
const PERSON = "larder.link-person";

function readKeptStep(): JoinStep | undefined {
  try {
    const { ticket, digits, expiresAt } = JSON.parse(sessionStorage.getItem(TICKET) ?? "{}") as Record<string, string>;
    if (ticket && digits && expiresAt && Date.parse(expiresAt) > Date.now())
      return { at: "digits", ticket, digits, expiresAt };
  } catch {
    // Without it, joining starts again.
  }
  return undefined;
}

function keepStep(step: JoinStep): void {
  try {
    if (step.at === "digits") sessionStorage.setItem(TICKET, JSON.stringify(step));
    else sessionStorage.removeItem(TICKET);
  } catch {
    // Then a reload starts again.
  }
}

function keptPerson(): string {
  try {
    return sessionStorage.getItem(PERSON) ?? "";
  } catch {
    return "";
  }
}

function keepPerson(person: string): void {
  try {
    if (person === "") sessionStorage.removeItem(PERSON);
    else sessionStorage.setItem(PERSON, person);
  } catch {
    // Then a reload asks again.
  }
}

function why(error: unknown): JoinFailure {
  if (!(error instanceof ApiError)) return "unreachable";
  if (error.code === "too_many_devices") return "full";
  if (error.status === 429) return "too-fast";
  return error.isTemporary ? "unreachable" : "refused";
}

/** Tells who uses the device that has just joined. Where that fails, the household's page asks for it again. */
function tellPerson(tokens: Tokens, typed: string): void {
  keepPerson("");
  const self = claim(tokens.idToken, "device");
  const person = typed.trim();
  if (self === undefined || person === "") return;
  void renameDevice(self, { person }).catch((error: unknown) => console.error("Saving the person failed:", error));
}

/** Guides a new device into a larder, from its credential to the larder on screen. */
export function useJoining() {
  const [step, setStep] = useState<JoinStep>(() => readKeptStep() ?? { at: "begin" });
  const [person, setPerson] = useState(keptPerson);
  const typedPerson = useRef(person);
  const go = useCallback((next: JoinStep) => {
    keepStep(next);
    setStep(next);
  }, []);
  const setUser = useCallback((next: string) => {
    typedPerson.current = next;
    keepPerson(next);
    setPerson(next);
  }, []);

  const finish = useCallback(
    async (got: Got, along: Along) => {
      go({ at: "entering" });
      try {
        await enterLarder(got.tokens, { along });
        tellPerson(got.tokens, typedPerson.current);
        go({ at: "in", ...(got.code !== undefined && { code: got.code }) });
      } catch (error) {
        console.error("Entering the larder failed:", error);
        go({ at: "again", got, along, why: why(error) });
      }
    },
    [go],
  );

  const arrived = useCallback(
    async (got: Got, patience?: number) => {
      go({ at: "entering" });
      try {
        const left = await sendWaitingChanges(patience);
        if (left > 0 && patience !== 0) return go({ at: "unsent", got, count: left });
        const brought = await previewCopy(got.tokens);
        if (brought === null) await finish(got, "there-was-nothing");
        else go({ at: "choose", got, brought });
      } catch (error) {
        // Nothing can be decided without the present data; a retry asks again.
        console.error("The larder that is left cannot be looked at:", error);
        go({ at: "unsent", got, count: 0 });
      }
    },
    [go, finish],
  );

  const begin = useCallback(
    async (by: { secret: string } | { code: string }) => {
      go({ at: "asking" });
      try {
        go({ at: "digits", ...(await requestToJoin(by)) });
      } catch (error) {
        go({ at: "begin", why: why(error) });
      }
    },
    [go],
  );

  const recoverBy = useCallback(
    async (code: string) => {
      go({ at: "asking" });
      try {
        const { customToken, code: next } = await recover(code);
        await arrived({ tokens: await signInWithCustomToken(customToken, Date.now), code: next });
      } catch (error) {
        go({ at: "begin", why: why(error) });
      }
    },
    [go, arrived],
  );

  const ticket = step.at === "digits" ? step.ticket : undefined;
  useEffect(() => {
    if (ticket === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      try {
        const answer = await collectTokens(ticket);
        if (gone) return;
        if (answer.customToken)
          return void arrived({ tokens: await signInWithCustomToken(answer.customToken, Date.now) });
      } catch (error) {
        if (gone) return;
        if (why(error) === "refused") return go({ at: "begin", why: "refused" });
        // The rest may pass within the five minutes.
      }
      if (!gone) timer = setTimeout(() => void look(), POLL);
    };
    timer = setTimeout(() => void look(), POLL);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ticket, arrived, go]);

  /** Turns back. A device that is in the larder's books already leaves them. */
  const stop = useCallback(() => {
    const got = "got" in step ? step.got : undefined;
    const self = claim(got?.tokens.idToken, "device");
    if (got && self !== undefined) void removeDevice(self, got.tokens.idToken).catch(() => undefined);
    go({ at: "begin" });
  }, [step, go]);

  return { step, person, setPerson: setUser, begin, recoverBy, arrived, finish, stop };
}
