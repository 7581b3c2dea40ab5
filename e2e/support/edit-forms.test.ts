import { expect, it } from "vitest";
import { editForms } from "./edit-forms.ts";
import { unlistedForms } from "./form-census.ts";
import { kindOf, sitePages } from "./site-pages.ts";

const forms = editForms({
  products: { withoutRate: 1, awkward: 2, withOddRate: 3, onSale: 4 },
  users: { customer: 5, unknown: 6 },
  ...{ article: 7, draft: 8, question: 9 },
});

it("every form of the shop is known", () => {
  expect(unlistedForms(forms.map(({ source }) => source))).toEqual([]);
});

it("each form that edits is on a page of the shop", () => {
  const kinds = new Set(Object.values(sitePages).flatMap((pages) => Object.keys(pages).map(kindOf)));
  expect(forms.filter(({ address }) => !kinds.has(kindOf(address)))).toEqual([]);
});
