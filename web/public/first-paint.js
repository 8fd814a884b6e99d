// Runs before anything is painted, so that there is no flash of another theme or language, and chooses what
// `index.html` shows until the app is here. The build writes down which languages there are (`dev/first-paint.ts`). It
// reads what `src/lib/theme.ts`, `src/lib/i18n.ts` and `src/lib/auth/auth.ts` write; `test/first-paint.test.ts` holds
// them together.
(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (e) {
      return null; // Storage may be blocked; the system and the browser are then followed.
    }
  }
  var page = document.documentElement;

  var theme = stored("larder.theme");
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;

  var known = new RegExp("^(" + page.dataset.languages + ")$");
  var language = stored("larder.language");
  for (var i = 0; !known.test(language) && i < navigator.languages.length; i += 1) language = navigator.languages[i].slice(0, 2).toLowerCase();
  page.lang = known.test(language) ? language : "en";

  // Before Safari 16.4, Chrome 108 or Firefox 115, the oldest that the README names, the app may not start. The sentence
  // for that is a part of the first paint, so that an app which does start removes it.
  function isTooOld() {
    try {
      new RegExp("(?<=a)b"); // Safari 16.4
      if (!CSS.supports("height", "1dvh")) return true; // Chrome 108
      return "MozAppearance" in page.style && ![].toSorted; // Firefox 115
    } catch (e) {
      return true;
    }
  }
  if (isTooOld())
    document.addEventListener("DOMContentLoaded", function () {
      var sentence = document.querySelector("[data-too-old][lang=" + page.lang + "]");
      if (sentence) sentence.hidden = false;
    });

  var path = location.pathname;
  var home = path === "/";
  // A first visit shows the greeting while the account is created, later ones the frame of their page.
  page.dataset.first = (home || path === "/shopping-list") && stored("larder.session") === null ? "welcome" : home ? "main" : "page";
  var tab = /[?&]tab=(scan|history|archived)(&|$)/.exec(location.search);
  page.dataset.at = home ? "/?tab=" + (tab ? tab[1] : "items") : path;
})();
