import { CameraUnsupported } from "./use-camera";

/** Returns the text of specification §8 for an error of the camera. */
export function cameraProblem(t: Sentences["camera"], error: unknown): string {
  if (error instanceof CameraUnsupported) return t.unsupported;
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  return (
    { NotAllowedError: t.denied, NotFoundError: t.notFound, NotReadableError: t.inUse }[name] ??
    t.other(message || t.unknown)
  );
}
