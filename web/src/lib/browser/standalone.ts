/** Returns true in an installed app, which has its own window. */
export function isStandalone(): boolean {
  // iOS has a separate property.
  const displayed = typeof matchMedia === "function" && matchMedia("(display-mode: standalone)").matches;
  return displayed || (navigator as { standalone?: boolean }).standalone === true;
}
