import { errorSentence, ApiError } from "../api/client";
import { noticesStrings } from "virtual:strings/notices";
import { language } from "../lib/language/i18n";

/** The server's refusal, direct or through the outbox. */
interface Refusal {
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
}

/**
 * The sentence to show a person for a refusal, in their language. The server writes English, so the other languages go
 * by its stable codes; a code that is not known leaves the caller to say its own.
 */
export function refusalText({ code, sentence }: Refusal): string | undefined {
  if (language() === "en") return sentence;
  return code === undefined ? undefined : noticesStrings().codes[code];
}

/** Returns the sentence of a failed kind of change, if it has its own. */
export function failureTextOf(kind: string): string | undefined {
  return (noticesStrings().texts as Readonly<Record<string, string>>)[kind];
}

/** The same for anything that was thrown. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ApiError) return refusalText(error);
  return language() === "en" ? errorSentence(error) : undefined;
}
