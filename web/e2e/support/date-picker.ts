import type { Page } from "@playwright/test";

/** Names the date field whose picker was opened in `data-picker` of the root: no test can use a phone's own picker. */
export const recordPicker = (page: Page) =>
  page.addInitScript(() => {
    HTMLInputElement.prototype.showPicker = function () {
      document.documentElement.setAttribute("data-picker", this.name);
    };
  });
