import type { QuickEntry } from "../../../lib/domain/quick-entry";

let grammar: typeof import("../../../lib/domain/several-entries") | undefined;

/** Loads the grammar of amounts beside the list's screen: its words would make the screen's own file a fifth larger. */
export async function loadGrammar(): Promise<void> {
  grammar = await import("../../../lib/domain/several-entries");
}

/** Parses a typed line. The screen is shown when the grammar is loaded; without it, a text is a name. */
export function parseEntries(text: string): readonly QuickEntry[] {
  return grammar?.parseEntries(text) ?? [{ name: text.trim() }];
}

/** Parses a pasted list. */
export function parseLines(text: string): readonly QuickEntry[] {
  return grammar?.parseLines(text) ?? [];
}
