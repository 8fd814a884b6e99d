/** Returns the text for an error of the camera. */
export function cameraProblem(t: Sentences["camera"], error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  return { NotAllowedError: t.denied, NotFoundError: t.none, NotReadableError: t.inUse }[name] ?? t.failed;
}
