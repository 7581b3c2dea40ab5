import { describe, expect, it } from "vitest";
import { placesNamed, staffPlaces } from "./find-everything.server.ts";

const names = (text: string) => placesNamed(text).map(({ name }) => name);

describe("pages and settings by name", () => {
  it.each([
    ["recon", "Reconciliation"],
    ["vat rep", "VAT report"],
    ["go live", "Open the shop"],
    ["ship", "Shipping settings"],
    ["store phone", "Store phone"],
  ])("%j finds %s first", (text, name) => {
    expect(names(text)[0]).toBe(name);
  });

  it("puts what has the word in its name before what has it elsewhere", () => {
    expect(names("products").indexOf("Products")).toBeLessThan(names("products").indexOf("Catalogue"));
  });

  it.each(["", "  ", "zzyzx", "!"])("%j finds none", (text) => {
    expect(names(text)).toEqual([]);
  });

  it("no two have the same name and address", () => {
    const keys = staffPlaces.map(({ name, to }) => `${name} ${to}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
