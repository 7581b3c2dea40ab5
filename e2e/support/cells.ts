/**
 * The cells in which a journey runs: its second parameter, `test("…", both, async …)`. Without one of these it runs on
 * a desk (1280 pixels) with JavaScript. A phone is 390 pixels wide. `playwright.config.ts` has a project for each cell.
 */

/** A shopper's form: on a desk with JavaScript, and on a phone without it. */
export const both = { tag: "@both" };

/** On a phone with JavaScript, where the layout differs or the work is done on one. */
export const onPhone = { tag: "@phone" };

/** On a phone without JavaScript. */
export const withoutScripts = { tag: "@without-scripts" };

/** Searches or multiplies: part of `npm run test:deep`, not of `npm test`. */
export const deep = { tag: "@deep" };

/** In the deep run, in both cells of a shopper's form. */
export const deepInBoth = { tag: ["@deep", "@both"] };
