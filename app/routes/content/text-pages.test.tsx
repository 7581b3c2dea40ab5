import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pictures } from "#app/components/ui/pictures.ts";
import { routes } from "#app/routes.ts";
import { resources } from "#server/content/content-views.ts";
import { renderedPage } from "./rendered-page.ts";
import { contentPaths } from "./text-pages.server.tsx";

const rendered = contentPaths.map((path) => ({ path, ...renderedPage(path) }));

type Page = (typeof rendered)[number];

/** What is wrong on any page, each with the page's path. */
const faultsOn = (faultsOf: (page: Page) => readonly unknown[]): string[] =>
  rendered.flatMap((page) => faultsOf(page).map((fault) => `${page.path}: ${String(fault)}`));

describe("each text page", () => {
  it("has one title, which is the page's", () => {
    expect(faultsOn(({ page, textOf }) => (textOf("h1").join() === page.title ? [] : textOf("h1")))).toEqual(
      [],
    );
  });

  it("says in a sentence of fair length what it is about", () => {
    const isFair = ({ length }: string) => length > 50 && length <= 170;
    expect(faultsOn(({ page }) => (isFair(page.description) ? [] : [page.description]))).toEqual([]);
  });

  it("leaves out no level of heading", () => {
    const leftOut = ({ all }: Page) => {
      const levels = all("*").flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name.slice(1))] : []));
      return levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    };
    expect(faultsOn(leftOut)).toEqual([]);
  });

  it("uses no id twice", () => {
    expect(faultsOn(({ ids }) => ids.filter((id, index) => ids.indexOf(id) !== index))).toEqual([]);
  });

  it("calls each picture an illustration, and knows its size and shape", () => {
    const isWrong = ({ alt, src, width, height, class: shape }: Record<string, string>) =>
      !alt?.startsWith("Illustration: ") ||
      !((src ?? "").replace(/^\/pictures\/(.*)-\d+\.jpg$/, "$1") in pictures) ||
      !(Number(width) * Number(height) > 0) ||
      !shape?.includes("object-cover");
    expect(
      faultsOn(({ all }) => all("img").flatMap(({ attribs }) => (isWrong(attribs) ? [attribs.src] : []))),
    ).toEqual([]);
  });

  it("loads only the first picture at once", () => {
    expect(
      faultsOn(({ all }) =>
        all("img")
          .slice(1)
          .filter(({ attribs }) => attribs.loading !== "lazy"),
      ),
    ).toEqual([]);
  });

  it("says in words what each drawing shows, or has it said beside it", () => {
    const isUnsaid = ({ ids }: Page, { role, "aria-labelledby": names }: Record<string, string>) =>
      role !== "img" || (names ?? "none").split(" ").some((id) => !ids.includes(id));
    const unsaid = (page: Page) =>
      page.all("svg").filter(({ attribs }) => attribs["aria-hidden"] !== "true" && isUnsaid(page, attribs));
    expect(faultsOn(unsaid)).toEqual([]);
  });

  it("needs no script", () => {
    expect(faultsOn(({ all }) => all("script"))).toEqual([]);
  });

  it("links to what there is, and to others encrypted", () => {
    const ownRoutes = routes.map((route) => `/${route.path ?? ""}`);
    const files = resources.map(({ path }) => path);
    const articles = readdirSync("db/seed/articles").map((file) => `/blog/${file.replace(".md", "")}`);
    const known = new Set([...ownRoutes, ...contentPaths, ...files, ...articles]);
    const leadsNowhere = (from: string, link: string) => {
      if (!/^[/#]/.test(link)) return !/^(https:\/\/|mailto:|tel:)/.test(link);
      const [path = "", id] = (link.startsWith("#") ? from + link : link).split("#");
      const target = rendered.find((other) => other.path === path);
      return !known.has(path.split("?")[0] ?? "") || (id && target && !target.ids.includes(id));
    };
    expect(faultsOn(({ path, links }) => links.filter((link) => leadsNowhere(path, link)))).toEqual([]);
    expect(rendered.flatMap(({ links }) => links).length).toBeGreaterThan(100);
  });
});
