/** Clearing all data, from the settings and from the account dialog. */
export const data = {
  clear: "Clear All Data",
  question: "Are you sure you want to clear all your data? This cannot be undone.",
  cleared: "Data cleared successfully",
  failedTitle: "Failed to clear data",
  failedText: "There was an error clearing your data. Please try again.",
};
