import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  ANNUAL_FOOTPRINT_KG,
  CO2_KG_PER_KG_OF_BIOCHAR,
  travelFactors,
} from "#server/calculators/carbon-offset.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { resources } from "./content-views.ts";
import { fenceOf, rowsOf, textsOf } from "./prose.server.ts";
import { drawResource, readResource, researchReportFile, resourceFile } from "./resources.server.ts";

const names = ["research-report", ...resources.map(({ id }) => id)];
const fileOf = (name: string) =>
  name === "research-report" ? researchReportFile("Ludlow Char") : resourceFile(`${name}.pdf`, "Ludlow Char");
const sourceOf = (name: string) => readFileSync(`server/content/papers/${name}.md`, "utf8");
const wordsOf = (text: string) => text.replace(/\s+/g, "");

describe.each(names)("the paper %s", (name) => {
  const { about, sections } = readResource(name);
  const blocks = sections.flatMap((section) => section.blocks);
  const figures = blocks.filter(({ kind }) => kind === "fence");

  it("is a tagged PDF with a language, a title, headings, and a description of every figure", async () => {
    const file = Buffer.from(await fileOf(name)).toString("latin1");
    expect(file).toMatch(/^%PDF-1\.7/);
    expect(file.trimEnd()).toMatch(/%%EOF$/);
    for (const part of ["/Marked true", "/Lang (en-GB)", "/DisplayDocTitle true"])
      expect(file).toContain(part);
    expect(file.match(/\/S \/H2/g)).toHaveLength(sections.length);
    expect(file.match(/\/S \/Figure/g) ?? []).toHaveLength(figures.length);
    expect(file.match(/\/Alt \(/g) ?? []).toHaveLength(figures.length);
    for (const figure of figures) expect(fenceOf(figure).description).toMatch(/\w.*\.$/);
  });

  it("says all that its text says", async () => {
    const drawn = wordsOf(pdfLines(await fileOf(name)).join(""));
    const shown = blocks.flatMap((block) => {
      if (block.kind === "fence") return fenceOf(block).lines.flatMap((line) => line.split(" | "));
      return block.kind === "table" ? rowsOf(block).flat() : textsOf(block);
    });
    expect(shown.length).toBeGreaterThan(5);
    const titles = [about.title, about.edition, ...sections.map(({ heading }) => heading)];
    for (const text of [...titles, ...shown]) expect(drawn).toContain(wordsOf(text ?? "none"));
  });

  it("has one to four pages, and is made once", async () => {
    const file = await fileOf(name);
    const pages =
      Buffer.from(file)
        .toString("latin1")
        .match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(name === "research-report" ? 3 : 1);
    expect(pages).toBeLessThanOrEqual(name === "research-report" ? 4 : 2);
    expect(await fileOf(name)).toBe(file);
  });
});

describe("the research report", () => {
  it("draws every figure", async () => {
    const file = Buffer.from(await fileOf("research-report")).toString("latin1");
    const contents = [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = ""]) => {
      try {
        return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    });
    // Rectangles: the head, every bar, and every span on its scale.
    expect(contents.join("\n").match(/ re\b/g)?.length).toBeGreaterThan(20);
  });

  it("goes on to another page when a section is long", async () => {
    const paper = readResource("research-report");
    const paragraph = paper.sections[0]?.blocks[0];
    if (!paragraph) throw new Error("the report has no paragraph");
    const sections = [{ heading: "Long", blocks: Array.from({ length: 60 }, () => paragraph) }];
    const file = Buffer.from(await drawResource({ ...paper, sections }, "Ludlow Char"));
    expect(file.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
  });

  it("says of its carbon figures that they are gross", () => {
    expect(sourceOf("research-report")).toContain("All carbon figures are gross");
  });
});

describe("the figures of this edition are those of the calculator and of the claims:", () => {
  const number = new Intl.NumberFormat("en-GB");
  const example = 100 * CO2_KG_PER_KG_OF_BIOCHAR;
  const report = sourceOf("research-report");

  it("the factor, the example and the footprint", () => {
    expect(report).toContain(`kilograms of biochar by ${CO2_KG_PER_KG_OF_BIOCHAR}.`);
    expect(report).toContain(`100 kg of biochar stand for ${number.format(example)} kg of CO2.`);
    const share = ((example / ANNUAL_FOOTPRINT_KG) * 100).toFixed(1);
    expect(report).toContain(`${share}% of the yearly footprint of ${number.format(ANNUAL_FOOTPRINT_KG)} kg`);
    expect(sourceOf("carbon-sequestration")).toContain(
      `100 kg × ${CO2_KG_PER_KG_OF_BIOCHAR} = ${example} kg of CO2. Against an annual footprint of ${number.format(ANNUAL_FOOTPRINT_KG)} kg that is ${share}%.`,
    );
  });

  it("what is left of 80% carbon, now and after a century", () => {
    const carbon = (0.8 * 44) / 12;
    expect(report).toContain(`exactly 80% carbon binds ${carbon.toFixed(2)} kg`);
    expect(report).toContain(`74% is left after a hundred years, which is ${(carbon * 0.74).toFixed(2)} kg`);
  });

  it.each(travelFactors)("the distance by $by", ({ by, kgPerKm }) => {
    const label = by.charAt(0).toUpperCase() + by.slice(1);
    const distance = number.format(Math.round(example / kgPerKm));
    for (const line of [`${label} | ${distance} km`, `| ${label} | ${kgPerKm} |`])
      expect(report).toContain(line);
    expect(sourceOf("carbon-sequestration")).toContain(`| ${label} | ${kgPerKm} | ${distance} |`);
  });

  it.each(shippedStatements.retailYears)("the sales of $year", ({ year, kg, share }) => {
    expect(report).toContain(`${year} | ${number.format(kg)} kg (${share}%)`);
  });
});

describe("the five resources", () => {
  it("have these titles", () => {
    expect(resources.map(({ title }) => title)).toEqual([
      "Wood Vinegar",
      "Gravity-Fed Water Filtration",
      "Carbon Sequestration",
      "Building Materials",
      "Animal Feed",
    ]);
    expect(resources.map(({ id }) => readResource(id).about.title)).toEqual(
      resources.map(({ title }) => title),
    );
  });

  it("are the only files", () => {
    expect(() => resourceFile("../secret.pdf", "Ludlow Char")).toThrow("There is no such file.");
  });
});
