import { DEFAULT_UNIT } from "../../lib/domain/catalogue";

/** The "Add Item" form of specification §3: what it begins with. */
export interface LineFields {
  readonly name: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string;
}

export const EMPTY_FIELDS: LineFields = {
  name: "",
  category: "Pantry Staples",
  quantity: "1",
  unit: DEFAULT_UNIT,
  notes: "",
};
