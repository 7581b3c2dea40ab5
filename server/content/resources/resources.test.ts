import { describe, expect, it } from "vitest";
import { resourceFile } from "./resources.server.ts";
import { resources } from "./resources.ts";

describe("the five resources", () => {
  it("have these titles", () => {
    expect(resources.map(({ title }) => title)).toEqual([
      "Wood Vinegar",
      "Gravity-Fed Water Filtration",
      "Carbon Sequestration",
      "Building Materials",
      "Animal Feed",
    ]);
  });

  it("are each a tagged PDF of one to three pages with its title, made once", async () => {
    for (const { filename, title } of resources) {
      const file = await resourceFile(filename, "Ludlow Char");
      const text = Buffer.from(file).toString("latin1");
      expect(text).toMatch(/^%PDF-1\.7/);
      expect(text).toContain("/Marked true");
      const pages = text.match(/\/Type \/Page\b/g)?.length ?? 0;
      expect(pages, title).toBeGreaterThanOrEqual(1);
      expect(pages, title).toBeLessThanOrEqual(3);
      expect(await resourceFile(filename, "Ludlow Char")).toBe(file);
    }
  });

  it("are the only files", () => {
    expect(() => resourceFile("../secret.pdf", "Ludlow Char")).toThrow("There is no such file.");
  });
});
