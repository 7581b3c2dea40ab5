import { describe, expect, it } from "vitest";
import { orderSearchParameters, parseOrderSearch, readOrderTerm } from "./order-search.ts";

describe("what staff type to find an order", () => {
  it.each([
    ["", { kind: "anything" }],
    ["INV-1700000000000", { kind: "number", invoicePrefix: "INV-1700000000000", vatNumbers: [] }],
    ["inv 170000", { kind: "number", invoicePrefix: "INV-170000", vatNumbers: [] }],
    ["170000", { kind: "number", invoicePrefix: "INV-170000", vatNumbers: ["OXB-170000"] }],
    ["123", { kind: "number", invoicePrefix: null, vatNumbers: ["OXB-000123"] }],
    ["oxb-000123", { kind: "number", invoicePrefix: null, vatNumbers: ["oxb-000123", "OXB-000123"] }],
    ["Jane@Example.com ", { kind: "email", prefix: "jane@example.com" }],
    ["Smith", { kind: "name", part: "smith" }],
    ["O'Brien-Jones", { kind: "name", part: "o'brien-jones" }],
  ])("%j is read as %j", (text, term) => {
    expect(readOrderTerm(text, "OXB")).toEqual(term);
  });

  it.each(["ab", "INV-17", "inv"])("%j is too short to narrow a million orders down", (text) => {
    expect(readOrderTerm(text, "OXB").kind).toBe("too_short");
  });
});

describe("a search in the address", () => {
  it("is the same again after it was written and read", () => {
    const search = parseOrderSearch(
      new URLSearchParams("search=Smith&status=pending&from=2026-01-01&to=2026-02-01&sort=highest&after=7"),
    );
    expect(search).toMatchObject({ search: "Smith", status: "pending", sort: "highest", after: 7 });
    expect(parseOrderSearch(orderSearchParameters(search))).toEqual(search);
  });

  it("falls back to the default where it makes no sense, also at the zero byte that PostgreSQL refuses", () => {
    const search = parseOrderSearch(
      new URLSearchParams({
        search: "a\0b",
        status: "lost",
        from: "2026-02-30",
        sort: "up",
        after: "99999999999",
      }),
    );
    const nothingAsked = parseOrderSearch(new URLSearchParams());
    expect(nothingAsked).toMatchObject({ search: "", status: "", from: "", to: "", sort: "newest" });
    expect(search).toEqual({ ...nothingAsked, search: "a b" });
  });
});
