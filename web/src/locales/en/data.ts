import { plural } from "../../lib/i18n";
/** Clearing all data, from the settings and from the account dialog. */
export const data = {
  clear: "Clear All Data",
  question: "Are you sure you want to clear all your data? This cannot be undone.",
  questionShared: (n: number) =>
    plural("en", n, { one: "1 other device uses this larder.", other: `${n} other devices use this larder.` }) + " They keep everything. This device leaves the larder and begins with an empty one. This cannot be undone.",
  cleared: "Data cleared successfully",
  failedTitle: "Failed to clear data",
  failedText: "There was an error clearing your data. Please try again.",
};
