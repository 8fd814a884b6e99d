import type { QuickEntry } from "../../../lib/domain/quick-entry";

let grammar: typeof import("../../../lib/domain/several-entries") | undefined;

/** Loads the grammar of amounts from a file of its own, beside that of the screen. */
export async function loadGrammar(): Promise<void> {
  grammar = await import("../../../lib/domain/several-entries");
}

/** Parses a typed line. Without the grammar, which the screen waits for, the whole text is a name. */
export function parseEntries(text: string): readonly QuickEntry[] {
  return grammar?.parseEntries(text) ?? [{ name: text.trim() }];
}

/** Parses a pasted list. Without the grammar it has no lines. */
export function parseLines(text: string): readonly QuickEntry[] {
  return grammar?.parseLines(text) ?? [];
}
