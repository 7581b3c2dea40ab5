import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildReport, researchReportFile } from "./build-research-report.server.ts";
import { researchReport } from "./report.ts";

const text = async () => Buffer.from(await researchReportFile("Ludlow Char")).toString("latin1");

describe("the research report", () => {
  it("is a PDF of several pages", async () => {
    const file = await text();
    expect(file).toMatch(/^%PDF-1\.7/);
    expect(file.trimEnd()).toMatch(/%%EOF$/);
    expect(file.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it("is tagged: a language, a title, headings, and a description of every figure", async () => {
    const file = await text();
    expect(file).toContain("/Marked true");
    expect(file).toContain("/Lang (en-GB)");
    expect(file).toContain("/DisplayDocTitle true");
    const figures = researchReport.sections
      .flatMap((section) => section.blocks)
      .filter((block) => block.kind === "bars" || block.kind === "ranges");
    expect(figures.length).toBeGreaterThanOrEqual(4);
    expect(file.match(/\/S \/Figure/g)).toHaveLength(figures.length);
    expect(file.match(/\/Alt \(/g)).toHaveLength(figures.length);
    expect(file.match(/\/S \/H2/g)).toHaveLength(researchReport.sections.length);
  });

  it("draws every figure", async () => {
    const file = await text();
    const contents = [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = ""]) => {
      try {
        return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    });
    // Rectangles: the cover, every bar, and every span on its scale.
    expect(contents.join("\n").match(/ re\b/g)?.length).toBeGreaterThan(20);
  });

  it("is made once and then kept", async () => {
    expect(await researchReportFile("Ludlow Char")).toBe(await researchReportFile("Ludlow Char"));
  });

  it("goes on to another page when a section is long", async () => {
    const long = Array.from({ length: 60 }, () => ({
      kind: "paragraph" as const,
      text: "Biochar. ".repeat(40),
    }));
    const file = Buffer.from(
      await buildReport({ ...researchReport, sections: [{ heading: "Long", blocks: long }] }, "Ludlow Char"),
    );
    expect(file.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
  });

  it("says of its carbon figures that they are gross", () => {
    expect(JSON.stringify(researchReport)).toContain("All carbon figures are gross");
  });
});
