import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changedOnly, isStillSaved, keepTheirs, schemaOf, touchedFields } from "./touched-fields.ts";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("the fields that somebody touched", () => {
  const shown = { name: " Ash ", notes: "a\nb", rate: "", news: true, texts: false };

  it("are none of a form that comes back as a browser sends it", () => {
    const sent = formOf({ name: " Ash ", notes: "a\r\nb", rate: "", news: "on", other: "x" });
    expect(touchedFields(shown, sent)).toEqual([]);
  });

  it("are those that came back otherwise, boxes included", () => {
    const sent = formOf({ name: "Ash", notes: "a b", rate: "0.2", texts: "on" });
    expect(touchedFields(shown, sent)).toEqual(["notes", "rate", "news", "texts"]);
  });

  it("are no texts that were not in the form", () => {
    expect(touchedFields(shown, formOf({ news: "on" }))).toEqual([]);
  });
});

it("keeps in fields that nobody touched what somebody else saved, boxes included, and the rest as it is typed", () => {
  const shown = { price: "10.00", notes: "", news: true, texts: false, mine: false };
  const form = formOf({ price: "10.00", notes: "Mine", news: "on", mine: "on", key: "k" });
  keepTheirs(form, shown, {
    price: "11.00",
    notes: "Theirs",
    news: false,
    texts: true,
    mine: false,
    gone: "x",
  });
  expect(Object.fromEntries(form)).toEqual({
    price: "11.00",
    notes: "Mine",
    texts: "on",
    mine: "on",
    key: "k",
  });
});

it("leaves a field alone that is sent beside what was seen of it: what is sold meanwhile is sold once", () => {
  const shown = { price: "10.00", stock: "20" };
  const form = formOf({ price: "10.00", stock: "20", seenStock: "20" });
  keepTheirs(form, shown, { price: "11.00", stock: "17" }, ["stock"]);
  expect(Object.fromEntries(form)).toEqual({ price: "11.00", stock: "20", seenStock: "20" });
});

describe("what a form began with", () => {
  const shown = { price: "10.00", stock: "20" };

  it.each([
    ["is still saved though fewer are left that nobody counts here", { stock: "17" }, {}, true],
    ["is not once somebody counts them here", { stock: "17" }, { stock: "25" }, false],
    ["is not once anything else was changed", { price: "11.00" }, {}, false],
    ["is still saved where nothing was changed", {}, { price: "12.00", stock: "25" }, true],
  ])("%s", (_, saved, typed, expected) => {
    const form = formOf({ ...shown, ...typed });
    expect(isStillSaved(form, shown, { ...shown, ...saved }, ["stock"])).toBe(expected);
  });
});

it("a schema of some fields checks those and knows no others", () => {
  const schema = z.object({
    name: z.string().min(2),
    type: z.enum(["a", "b"]),
    news: z.boolean().default(false),
  });
  expect(schemaOf(schema, ["name"]).safeParse({ name: "Ash", type: "old" }).data).toEqual({ name: "Ash" });
  expect(schemaOf(schema, ["type", "unheard"]).safeParse({ type: "old" }).success).toBe(false);
  expect(schemaOf(schema, ["news"]).parse({})).toEqual({ news: false });
});

it("values that differ from what is stored by line ends and blanks around them alone are no change", () => {
  const stored = { title: " Old ", body: "a\r\nb\n", position: 0, category: null };
  expect(changedOnly(stored, { title: "Old", body: "a\nb", position: 0, category: null })).toEqual({});
  const values = { title: "Old", body: "a b", position: 1, category: "" };
  expect(changedOnly(stored, values)).toEqual({ body: "a b", position: 1, category: "" });
});
