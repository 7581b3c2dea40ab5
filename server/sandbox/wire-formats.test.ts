import { expect, test } from "vitest";
import { FormEncodingError, parseFormEncoded } from "./wire-formats.ts";

test("brackets unfold into objects and lists", () => {
  const text =
    "amount=500&metadata[checkout_id]=7&line_items[0][price_data][product_data][name]=Bio%20char&line_items[1][quantity]=2&expand[]=a&expand[]=b";
  expect(parseFormEncoded(text)).toEqual({
    amount: "500",
    metadata: { checkout_id: "7" },
    line_items: [{ price_data: { product_data: { name: "Bio char" } } }, { quantity: "2" }],
    expand: ["a", "b"],
  });
});

test("encoded brackets read like plain ones, and an empty value stays an empty text", () => {
  expect(parseFormEncoded("metadata%5Bnote%5D=&created[gte]=3")).toEqual({
    metadata: { note: "" },
    created: { gte: "3" },
  });
});

test("a name that JavaScript knows is an ordinary name", () => {
  const fields = parseFormEncoded("__proto__[polluted]=yes&metadata[constructor]=x");
  expect(Object.keys(fields)).toEqual(["__proto__", "metadata"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each(["a[b=1", "[a]=1", "a]=1", "a[b]c=1", "a=1&a[b]=2", "a[b]=1&a=2", `a${"[b]".repeat(9)}=1`])(
  "%s is refused",
  (text) => {
    expect(() => parseFormEncoded(text)).toThrow(FormEncodingError);
  },
);
