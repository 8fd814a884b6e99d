/** What joining keeps for this tab, since phones may reload the page when the user switches apps. */
import type { JoinStep } from "./join-step";

const STEP_KEY = "larder.link-ticket";
/** The typed name of the person who uses this device, until it has joined. */
const PERSON_KEY = "larder.link-person";

/** Returns the stored step, unless its link has expired. */
export function readStep(): JoinStep | undefined {
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

/** Stores a step that a reload can continue, and deletes it once joining has ended or starts again. */
export function saveStep(step: JoinStep): void {
  try {
    if (step.phase === "digits") sessionStorage.setItem(STEP_KEY, JSON.stringify(step));
    // While the user decides, a reload collects the tokens again.
    else if (["start", "requesting", "joined"].includes(step.phase)) sessionStorage.removeItem(STEP_KEY);
  } catch {
    // Without storage, joining starts again after a reload.
  }
}

export function readPerson(): string {
  try {
    return sessionStorage.getItem(PERSON_KEY) ?? "";
  } catch {
    return "";
  }
}

export function savePerson(person: string): void {
  try {
    if (person === "") sessionStorage.removeItem(PERSON_KEY);
    else sessionStorage.setItem(PERSON_KEY, person);
  } catch {
    // Without storage, the user types it again after a reload.
  }
}
