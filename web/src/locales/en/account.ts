import { plural } from "../../lib/i18n";

export const account = {
  title: "Account & Statistics",
  id: "User ID",
  loading: "Loading...",
  type: "Account Type: Anonymous",
  note: "Nobody registers here. Your data belongs to this browser's anonymous account.",
  statistics: "Statistics",
  total: "Total Items",
  scans: "Receipt Scans",
  fresh: "Fresh Items",
  soon: "Soon to Expire",
  expired: "Expired Items",
  week: "What Expires When",
  day: (day: string, n: number) => plural("en", n, { one: `${day}: 1 item`, other: `${day}: ${n} items` }),
  today: "Today",
  signOut: "Sign Out & Reset",
  signOutQuestion: "This ends your anonymous account on this device and begins a new, empty one. Everything you keep here is deleted. This cannot be undone.",
  signedOut: "Signed out successfully",
  signOutFailed: "Sign out failed",
  signOutFailedText: "There was an error signing out. Please try again.",
};
