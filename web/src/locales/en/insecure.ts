export const insecure = {
  label: "This page came without https",
  missing: "Browsers therefore give it no camera, no reminders, no installation and nothing without network. Everything else works.",
  how: "How to change that",
  ways: [
    "Tailscale: every phone of the family joins a tailnet, and Larder is served in it by https.",
    "Caddy: a name that leads to your router, and Caddy gets the certificate by itself.",
    "A proxy that you have: let it serve Larder by https, and set LARDER_SITE_URL to its address.",
    "The guide is docs/SELF-HOSTING.md of Larder's source, with ready files for each.",
  ],
};
