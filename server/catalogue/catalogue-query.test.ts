import { describe, expect, it } from "vitest";
import { parseCatalogueQuery } from "./catalogue-query.schema.ts";
import { cataloguePath } from "./catalogue-query.ts";

const parse = (query: string) => parseCatalogueQuery(new URLSearchParams(query));
const defaults = { search: "", category: "all", sort: "name-asc", page: 1 };

describe("the catalogue's address", () => {
  it("without parameters means everything by name", () => {
    expect(parse("")).toEqual(defaults);
  });

  it("carries search, category, sort and page", () => {
    expect(parse("search=char&category=Plant+Care&sort=price-desc&page=3")).toEqual({
      search: "char",
      category: "Plant Care",
      sort: "price-desc",
      page: 3,
    });
  });

  it.each(["sort=cheapest", "page=0", "page=2.5", "page=1e99", "category=", "colour=red"])(
    "forgives %s",
    (query) => {
      expect(parse(query)).toEqual(defaults);
    },
  );

  it("trims a search, cuts it at 100 characters and drops control characters", () => {
    expect(parse("search=%20%00char%00%20").search).toBe("char");
    expect(parse(`search=${"x".repeat(300)}`).search).toHaveLength(100);
  });

  it("is short again when written out", () => {
    expect(cataloguePath(parse(""))).toBe("/products");
    expect(cataloguePath(parse("search=a%26b&category=all&sort=price-asc&page=2"))).toBe(
      "/products?search=a%26b&sort=price-asc&page=2",
    );
  });
});
