/** Asking the server again, by hand. */
export const refresh = {
  refresh: "Refresh",
  refreshing: "Refreshing...",
  refreshed: "Up to date.",
  failed: "Larder cannot be reached. What you see is what was last known.",
};
