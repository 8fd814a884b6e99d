// Runs before anything is painted, so that there is no flash of another theme or language, and chooses what
// `index.html` shows until the app is here. The build writes down which languages there are (`dev/first-paint.ts`). It
// reads what `src/lib/browser/theme.ts`, `src/lib/language/i18n.ts`, `src/lib/auth/auth.ts` and `src/api/household/role.ts` write;
// `test/first-paint.test.ts` holds them together.
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

  // A device that may only look and tick has no add button (`src/api/household/role.ts`).
  if (stored("larder.role")) page.dataset.looker = "";

  var known = new RegExp("^(" + page.dataset.languages + ")$");
  var language = stored("larder.language");
  for (var i = 0; !known.test(language) && i < navigator.languages.length; i += 1) language = navigator.languages[i].slice(0, 2).toLowerCase();
  page.lang = known.test(language) ? language : "en";

  // Browsers without popovers are older than the README's: Safari 17, Chrome 114, Firefox 125. Their menus would not open.
  // The app may start there all the same, so the sentence moves to where it stays.
  if (!("popover" in page))
    document.addEventListener("DOMContentLoaded", function () {
      var sentence = document.querySelector("[data-too-old][lang=" + page.lang + "]");
      if (!sentence) return;
      sentence.hidden = false;
      document.body.insertBefore(sentence, document.body.firstChild);
    });

  var path = location.pathname;
  var home = path === "/";
  // A first visit shows the greeting while the account is created, later ones the frame of their page.
  page.dataset.first = (home || path === "/shopping-list") && stored("larder.session") === null ? "welcome" : home ? "main" : "page";
  var tab = /[?&]tab=(scan|history|archived)(&|$)/.exec(location.search);
  // By a rule of its own, so that the style sheets of every visit do not grow with each language.
  try {
    var sheet = new CSSStyleSheet();
    var paint = page.dataset.first === "welcome" ? "welcome" : "frame";
    sheet.insertRule("[data-paint=" + paint + "][lang=" + page.lang + "] { display: block; }");
    document.adoptedStyleSheets = [sheet];
  } catch (e) {
    // A browser that is too old paints nothing until the app is here.
  }
  page.dataset.at = home ? "/?tab=" + (tab ? tab[1] : "items") : path;
})();
