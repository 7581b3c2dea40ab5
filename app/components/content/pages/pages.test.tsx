import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pictures } from "#app/components/ui/pictures.ts";
import routes from "#app/routes.ts";
import { resources } from "#server/content/resources/resources.ts";
import { renderedPage } from "../testing/rendered-page.ts";
import { contentPaths } from "./index.ts";

const rendered = contentPaths.map((path) => ({ path, ...renderedPage(path) }));

describe.each(rendered)("$path", ({ page, all, textOf, ids }) => {
  it("has one title, which is the page's", () => {
    expect(textOf("h1")).toEqual([page.title]);
  });

  it("says in a sentence of fair length what it is about", () => {
    expect(page.description.length).toBeGreaterThan(50);
    expect(page.description.length).toBeLessThanOrEqual(170);
  });

  it("leaves out no level of heading", () => {
    const levels = all("*").flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name.slice(1))] : []));
    levels.forEach((level, index) => {
      expect(level, `heading ${index + 1}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  });

  it("uses no id twice", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("calls each picture an illustration, and knows its size and shape", () => {
    for (const { attribs } of all("img")) {
      expect(attribs.alt).toMatch(/^Illustration: /);
      expect(attribs.src?.replace(/^\/pictures\/(.*)-\d+\.jpg$/, "$1")).toSatisfy(
        (name: string) => name in pictures,
      );
      expect(Number(attribs.width) * Number(attribs.height)).toBeGreaterThan(0);
      expect(attribs.class).toContain("object-cover");
    }
  });

  it("loads only the first picture at once", () => {
    const [, ...below] = all("img").map(({ attribs }) => attribs.loading);
    expect(below.every((loading) => loading === "lazy")).toBe(true);
  });

  it("says in words what each drawing shows, or has it said beside it", () => {
    for (const svg of all("svg")) {
      if (svg.attribs["aria-hidden"] === "true") continue;
      expect(svg.attribs.role).toBe("img");
      for (const id of (svg.attribs["aria-labelledby"] ?? "none").split(" ")) expect(ids).toContain(id);
    }
  });

  it("needs no script", () => {
    expect(all("script")).toEqual([]);
  });
});

describe("links", () => {
  const ownRoutes = new Set(routes.map((route) => `/${route.path ?? ""}`));
  const files = resources.map(({ path }) => path);
  const articles = readdirSync("db/seed/articles").flatMap((file) => {
    const text = readFileSync(`db/seed/articles/${file}`, "utf8");
    return [...text.matchAll(/^ {2}slug: "(.+)"/gm)].map(([, slug]) => `/blog/${slug}`);
  });
  const known = new Set([...ownRoutes, ...contentPaths, ...files, ...articles]);
  const own = rendered.flatMap(({ path, links }) =>
    links
      .filter((link) => /^[/#]/.test(link))
      .map((link) => ({ path, link: link.startsWith("#") ? path + link : link })),
  );

  it.each(own)("$link on $path leads somewhere", ({ link }) => {
    const [path = "", id] = link.split("#");
    expect(known).toContain(path.split("?")[0]);
    const target = rendered.find((other) => other.path === path);
    if (id && target) expect(target.ids).toContain(id);
  });

  it("to others are encrypted", () => {
    const others = rendered.flatMap(({ links }) => links.filter((link) => !/^[/#]/.test(link)));
    for (const link of others) expect(link).toMatch(/^(https:\/\/|mailto:|tel:)/);
  });
});
