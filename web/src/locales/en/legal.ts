/** The page shows both languages one below the other, so nothing here depends on the one that is chosen. */
export const legal = {
  title: "Legal Notice",
  back: "Back to App",
  languageName: "English",
  provider: {
    title: "Provider Identification",
    intro: "Responsible for this site:",
    unnamed: "This copy of Larder is run by the person or organisation who gave you its address, for their own household. It has no commercial provider.",
    contact: "Contact:",
  },
  content: {
    title: "Disclaimer for Content",
    text: "The content of this site has been put together with care. We cannot, however, vouch for its being correct, complete or up to date. As a service provider we are responsible for our own content under the general laws; we are not obliged to watch over information that others send or store here.",
  },
  ai: {
    title: "Disclaimer for AI Predictions",
    text: "All freshness and expiry predictions are AI-based estimates and serve educational and non-commercial purposes only. They replace neither the date on the package nor a look, a smell and common sense. When in doubt, throw it out: whoever eats something decides and answers for it alone.",
  },
  links: {
    title: "Disclaimer for External Links",
    text: "This site contains links to sites of others, whose content we do not control. Their operators alone are responsible for them. No unlawful content was recognisable when the links were made; should we learn of any, we will remove such links at once.",
  },
  copyright: {
    title: "Copyright",
    text: "The content and works on this site are subject to copyright. Larder's program is open source under the MIT licence or the Apache licence 2.0; the typeface Young Serif is under the SIL Open Font License. Contributions of others are marked as such.",
  },
};
