export const install = {
  title: "Install App",
  subtitle: "Get quick access with offline support",
  subtitleIos: "Use Safari's Share button and 'Add to Home Screen'",
  install: "Install",
  showHow: "Show How",
  notNow: "Not Now",
  howTitle: "Install Larder",
  steps: ["Open the browser menu", "Select 'Install app' or 'Add to home screen'", "Follow the prompts"],
  stepsIos: ["Tap Share in Safari", "Select 'Add to Home Screen'", "Tap 'Add'"],
  failedTitle: "Larder could not be installed",
  failed: "Please open the browser menu and choose 'Install app' or 'Add to home screen'.",
  ok: "OK",
};
