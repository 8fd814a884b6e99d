/**
 * The service worker is registered once the page has settled (`app/service-worker.ts`), which is later than some
 * screens want to know about it. Here they wait until that is done, well or badly.
 */
let done: () => void = () => undefined;
export const registered = new Promise<void>((resolve) => (done = resolve));

export function registrationDone(): void {
  done();
}
