import { errorSentence, ApiError } from "../api/client";
import { noticesStrings } from "virtual:strings/notices";
import { language } from "../lib/language/i18n";

/** The server's refusal, direct or through the outbox. */
interface Refusal {
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
}

/**
 * Returns the sentence for a refusal in the user's language. The server writes English, so the other languages use its
 * stable codes; for an unknown code the caller uses its own.
 */
export function refusalText({ code, sentence }: Refusal): string | undefined {
  if (language() === "en") return sentence;
  return code === undefined ? undefined : noticesStrings().codes[code];
}

/** Returns the sentence of a failed kind of change, if it has its own. */
export function failureTextOf(kind: string): string | undefined {
  return (noticesStrings().texts as Readonly<Record<string, string>>)[kind];
}

/** The same for any thrown value. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ApiError) return refusalText(error);
  return language() === "en" ? errorSentence(error) : undefined;
}
