import { errorText, ApiError } from "../../api/client";
import { noticesStrings } from "virtual:strings/notices";
import { language } from "../../lib/language/i18n";

/** A refusal of the server, from an ApiError or the outbox. */
interface Refusal {
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
}

/** Returns the text of a refusal: the server's English one, or that of its code in the user's language, if any. */
export function refusalText({ code, sentence }: Refusal): string | undefined {
  if (language() === "en") return sentence;
  return code === undefined ? undefined : noticesStrings().codes[code];
}

/** Returns the text for a failed kind of change, if there is one. */
export function changeFailureText(kind: string): string | undefined {
  return (noticesStrings().texts as Readonly<Record<string, string>>)[kind];
}

/** Returns the reason of a refusal that a repetition would meet again, if there is one. */
export function lastingReason(error: unknown): string | undefined {
  return error instanceof ApiError && !error.isTemporary ? refusalText(error) : undefined;
}

/** Returns the text for any error, if there is one. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ApiError) return refusalText(error);
  return language() === "en" ? errorText(error) : undefined;
}
