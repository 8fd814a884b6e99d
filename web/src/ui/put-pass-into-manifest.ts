/**
 * Loads the code that puts an install pass into the manifest, so that the installed app opens this larder. iOS reads
 * the manifest when the user installs the app.
 */
export function putPassIntoManifest(): void {
  import("../api/household/install-pass").then(
    ({ putPassIntoManifest }) => putPassIntoManifest(),
    () => undefined,
  );
}
