import { describe, expect, it } from "vitest";
import { z } from "zod";
import { optionalRowId, searchText } from "./fields.ts";
import { listQuery, pageOf } from "./list-query.ts";

const list = listQuery(
  z.object({
    search: searchText(),
    sort: z.enum(["newest", "oldest"]).catch("newest").default("newest"),
    after: optionalRowId,
  }),
);

describe("the query of a list", () => {
  it("is read from an address, where nonsense is its default", () => {
    expect(list.read(new URLSearchParams("search=ash&sort=upwards&after=-3&more=1"))).toEqual({
      search: "ash",
      sort: "newest",
      after: undefined,
    });
  });

  it("is written without what is at its default, and reads as it was", () => {
    const asked = { search: "ash & oak", sort: "oldest", after: 7 } as const;
    expect(String(list.write({ search: "", sort: "newest", after: undefined }))).toBe("");
    expect(list.read(list.write(asked))).toEqual(asked);
  });

  it("says what the list is narrowed to without the page", () => {
    expect(String(list.writeFilters({ search: "ash", after: 7 }))).toBe("search=ash");
  });
});

it.each([
  [[], { page: [], next: null }],
  [[{ id: 9 }, { id: 7 }], { page: [{ id: 9 }, { id: 7 }], next: null }],
  [[{ id: 9 }, { id: 7 }, { id: 4 }], { page: [{ id: 9 }, { id: 7 }], next: 7 }],
])("a page of two of %j is %j", (rows, page) => {
  expect(pageOf(rows, 2)).toEqual(page);
});
