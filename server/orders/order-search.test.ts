import { describe, expect, it } from "vitest";
import { orderList, readOrderTerm, readWholeNumber } from "./order-search.ts";

describe("what staff type to find an order", () => {
  it.each([
    ["INV-1700000000000", [{ by: "invoice", beginning: "INV-1700000000000" }]],
    ["INV\u20111700000000000", [{ by: "invoice", beginning: "INV-1700000000000" }]],
    ["inv 170000", [{ by: "invoice", beginning: "INV-170000" }]],
    [
      "170000",
      [
        { by: "invoice", beginning: "INV-170000" },
        { by: "vat-invoice", numbers: ["OXB-170000"] },
        { by: "id", id: 170000 },
        { by: "phone", digits: "000071" },
        { by: "postcode", beginning: "170000" },
      ],
    ],
    [
      "123",
      [
        { by: "vat-invoice", numbers: ["OXB-000123"] },
        { by: "id", id: 123 },
        { by: "postcode", beginning: "123" },
      ],
    ],
    ["oxb-000123", [{ by: "vat-invoice", numbers: ["oxb-000123", "OXB-000123"] }]],
    ["OXB\u2013000123", [{ by: "vat-invoice", numbers: ["OXB-000123"] }]],
    ["Jane@Example.com ", [{ by: "email", beginning: "jane@example.com" }]],
    ["07700 900674", [{ by: "phone", digits: "476009007" }]],
    ["WR14 3AA", [{ by: "postcode", beginning: "WR143AA" }]],
    ["n1", [{ by: "postcode", beginning: "N1" }]],
    ["Smith", matchByWord("smith")],
    ["O'Brien-Jones", matchByWord("o'brien-jones")],
    ["5 kg bag", matchByWord("5 kg bag")],
    ["pi_3QxAbc12345", [{ by: "payment", id: "pi_3QxAbc12345" }, ...matchByWord("pi_3qxabc12345")]],
    ["5O190127TN364715T", [{ by: "payment", id: "5O190127TN364715T" }, ...matchByWord("5o190127tn364715t")]],
  ])("%j is read as %j", (text, matches) => {
    expect(readOrderTerm(text, "OXB")).toEqual({ kind: "matches", matches });
  });

  it("nothing is anything", () => {
    expect(readOrderTerm(" ", "OXB")).toEqual({ kind: "anything" });
  });

  it.each(["ab", "INV-17", "inv"])("%j is too short to narrow a million orders down", (text) => {
    expect(readOrderTerm(text, "OXB").kind).toBe("too_short");
  });

  it.each([
    ["INV-1700000000000", [{ by: "whole-invoice", number: "INV-1700000000000" }]],
    ["1700000000000", [{ by: "whole-invoice", number: "INV-1700000000000" }]],
    ["oxb-000123", [{ by: "vat-invoice", numbers: ["oxb-000123", "OXB-000123"] }]],
    ["OXB\u2011000123", [{ by: "vat-invoice", numbers: ["OXB-000123"] }]],
    ["pi_3QxAbc12345", [{ by: "payment", id: "pi_3QxAbc12345" }]],
    ["smith", []],
  ])("%j names at most one order: %j", (text, matches) => {
    expect(readWholeNumber(text)).toEqual({ kind: "matches", matches });
  });
});

function matchByWord(part: string) {
  return [
    { by: "name", part },
    { by: "email", beginning: part },
    { by: "town", part },
    { by: "product", part },
  ];
}

describe("a search in the address", () => {
  it("is the same again after it was written and read", () => {
    const search = orderList.read(
      new URLSearchParams("search=Smith&status=pending&from=2026-01-01&to=2026-02-01&sort=highest&after=7"),
    );
    expect(search).toMatchObject({ search: "Smith", status: "pending", sort: "highest", after: 7 });
    expect(orderList.read(orderList.write(search))).toEqual(search);
  });

  it("falls back to the default where it makes no sense, also at the zero byte that PostgreSQL refuses", () => {
    const search = orderList.read(
      new URLSearchParams({
        search: "a\0b",
        status: "lost",
        from: "2026-02-30",
        sort: "up",
        after: "99999999999",
      }),
    );
    const nothingAsked = orderList.read(new URLSearchParams());
    expect(nothingAsked).toMatchObject({ search: "", status: "", from: "", to: "", sort: "newest" });
    expect(search).toEqual({ ...nothingAsked, search: "a b" });
  });
});
