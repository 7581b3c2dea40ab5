import { expect, it } from "vitest";
import { isOrdinaryForm } from "./form-limits.ts";

function formOf(names: readonly string[]): FormData {
  const form = new FormData();
  for (const name of names) form.append(name, "1");
  return form;
}

it("takes forms as the shop has them", () => {
  expect(isOrdinaryForm(formOf([]))).toBe(true);
  expect(isOrdinaryForm(formOf(["email", "shippingAddress.postcode", "restock[249].quantity", "a[]"]))).toBe(
    true,
  );
  expect(isOrdinaryForm(formOf(Array.from({ length: 1000 }, () => "tag")))).toBe(true);
});

it("refuses names that nest deeper, that number a far place of a list, and more fields than any form has", () => {
  expect(isOrdinaryForm(formOf([`a${".a".repeat(7)}`]))).toBe(true);
  expect(isOrdinaryForm(formOf([`a${".a".repeat(8)}`]))).toBe(false);
  expect(isOrdinaryForm(formOf([`a${"[0]".repeat(8)}`]))).toBe(false);
  expect(isOrdinaryForm(formOf(["email", "a[1000]"]))).toBe(false);
  expect(isOrdinaryForm(formOf(["a.b[0][00004000000000].c"]))).toBe(false);
  expect(isOrdinaryForm(formOf(Array.from({ length: 1001 }, () => "tag")))).toBe(false);
});

it("refuses what Conform would read beside the fields, but the wish to validate one", () => {
  const withIntent = (intent: string) => {
    const form = formOf(["email"]);
    form.append("__intent__", intent);
    return form;
  };
  expect(isOrdinaryForm(withIntent('{"type":"validate","payload":{"name":"email"}}'))).toBe(true);
  const far = '"payload":{"name":"a","index":4000000000,"value":"1"}';
  expect(isOrdinaryForm(withIntent(`{"type":"update",${far}}`))).toBe(false);
  expect(isOrdinaryForm(withIntent(`{"type":"validate","type":"update",${far}}`))).toBe(false);
  expect(isOrdinaryForm(withIntent("{"))).toBe(false);
  expect(isOrdinaryForm(formOf(["email", "__state__"]))).toBe(false);
});
