let done: () => void = () => undefined;
/** Resolves when the registration of the service worker (`app/start/service-worker.ts`) has succeeded or failed. */
export const registered = new Promise<void>((resolve) => (done = resolve));

export function registrationDone(): void {
  done();
}
