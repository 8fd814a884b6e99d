import { useState } from "react";
import type { QuickEntry } from "../../../lib/domain/quick-entry";
import { useScreenDraft } from "../../../lib/state/screen-drafts";
import { EMPTY_FIELDS, type ItemFields } from "../../../ui/item-fields/model";
import { parseEntries } from "./entries";
import { parseQuantity } from "./quantity";

const NONE: ReadonlySet<string> = new Set();
/** The initial values of the "Add Item" form (specification §3). */
const INITIAL_FIELDS: ItemFields = { ...EMPTY_FIELDS, category: "Pantry Staples" };

/** What is typed into the quick add line and its form (kept while another screen is shown), and how it is understood. */
export function useLineDraft() {
  const [fields, setFields] = useScreenDraft("list.fields", INITIAL_FIELDS);
  /** The fields that the user has set. They take precedence over the typed text. */
  const [editedFields, setEditedFields] = useScreenDraft<ReadonlySet<string>>("list.edited", NONE);
  /** Why the typed line was not added. */
  const [problem, setProblem] = useState<string>();
  /** An unknown barcode, whose name the user is asked for; "" if it is not a product number that can be stored. */
  const [unknownCode, setUnknownCode] = useScreenDraft<string | null>("list.code", null);
  /** The name of a looked-up product. It is one entry, even if it contains commas or numbers. */
  const [lookedUpName, setLookedUpName] = useScreenDraft<string | null>("list.lookedUp", null);
  const isLookedUp = fields.name === lookedUpName;
  const entries: readonly QuickEntry[] = isLookedUp ? [{ name: fields.name }] : parseEntries(fields.name);
  const [entry = { name: "" }] = entries;

  const setName = (name: string) => {
    setFields((before) => ({ ...before, name }));
    setProblem(undefined);
  };
  const edit = (next: Partial<ItemFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setEditedFields((before) => new Set([...before, ...Object.keys(next)]));
  };
  return {
    fields,
    editedFields,
    problem,
    unknownCode,
    isLookedUp,
    entries,
    /** The first entry; its name is empty if there is none. */
    entry,
    /** The amount of the first entry. */
    amount: {
      quantity:
        !editedFields.has("quantity") && entry.quantity !== undefined ? entry.quantity : parseQuantity(fields.quantity),
      unit: editedFields.has("unit") ? fields.unit : (entry.unit ?? fields.unit),
    },
    setProblem,
    setUnknownCode,
    setName,
    edit,
    setLookedUp: (name: string, category: string | undefined) => {
      edit({ name, ...(category !== undefined && { category }) });
      setLookedUpName(name);
      setProblem(undefined);
    },
    clear: () => {
      setUnknownCode(null);
      setLookedUpName(null);
      setFields(INITIAL_FIELDS);
      setEditedFields(NONE);
      setProblem(undefined);
    },
  };
}
