import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * What code, tests and documents refer to is there: rules, decisions, documents and files. Reasons stand in this
 * repository; a text that is not part of it explains nothing to its readers.
 */

const folders = [
  "app",
  "server",
  "db",
  "e2e",
  "scripts",
  "docs",
  "deploy",
  "public",
  ".ci",
  ".github",
].filter(existsSync);
/** By the end of a name; a Dockerfile has none. */
const readable = /^$|^\.(tsx?|m?js|css|md|ya?ml|conf|sh|json|svg|txt|example)$/;
/** Made by a program, or this file, which has to name what it forbids. */
const passedOver = new Set(["package-lock.json", "server/testing/citations.test.ts"]);

const paths = [
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  ),
  ...readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name),
].filter((path) => readable.test(extname(path)) && !passedOver.has(path));

const texts = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
/** Without pages of the site: their links are addresses, which app/routes/content/text-pages.test.tsx follows. */
const documents = [...texts].filter(
  ([path]) => path.endsWith(".md") && !/^(app\/content|db\/seed)\//.test(path),
);

/** Every match in the given texts, with where it stands. */
function matches(pattern: RegExp, among: Iterable<[string, string]> = texts) {
  return [...among].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map((match) => ({
      groups: match.slice(1),
      path,
      place: `${path}:${text.slice(0, match.index).split("\n").length} ${match[0]}`,
    })),
  );
}

const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** What a `#…` of a document may name: its marks, and its headings as every viewer of Markdown names them. */
function anchorsOf(path: string): Set<string> {
  const text = texts.get(path) ?? "";
  return new Set([
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id),
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading)),
  ]);
}

const isThere = (path: string, anchor?: string) =>
  existsSync(path) && (anchor === undefined || anchorsOf(path).has(anchor));

describe("nothing refers to a text that is not in this repository", () => {
  /** `_` is what may stand between two words, the line ends of a comment too. */
  it.each([
    ["a numbered resolution", "\\bresolutions?_\\(?[BC]\\d", "gi"],
    ["resolutions as a document", "\\bresolutions, |\\bresolutions\\.md", "gi"],
    ["its number alone", "[(;]_?[BC]\\d{1,2}(, [BC]\\d{1,2})*[),]", "g"],
    ["a section of a specification", "\\bspec(ification)?'?s?_sections?\\b", "gi"],
    ["a specification", "\\bthe_(shop_)?spec(ification)?\\b(?! of )", "gi"],
    ["a section of a design", "\\bdesign_section\\b", "gi"],
    ["a numbered task", "\\b[Ii]ssues?_\\d{1,2}\\b", "g"],
    ["a finding of an audit, past docs/security.md", "\\baudit_(finding_)?[A-Z]\\d+\\b", "g"],
  ])("%s", (_what, words, flags) => {
    const pattern = new RegExp(words.replaceAll("_", String.raw`(?:[\s*]|//)+`), flags);
    expect(matches(pattern).map(({ place }) => place)).toEqual([]);
  });
});

describe("what is cited is there", () => {
  it("rules", () => {
    const ids = anchorsOf("docs/rules.md");
    const cited = matches(/\brules\.md#([\w-]+)/g);
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ groups: [id = ""] }) => !ids.has(id)).map(({ place }) => place)).toEqual([]);
  });

  it("decisions, by number or by name", () => {
    const names = readdirSync("docs/decisions");
    const cited = matches(/\b(?:docs\/decisions\/|decisions? )(\d{3}(?:-[\w-]+\.md)?)\b/g);
    expect(cited.length).toBeGreaterThan(20);
    const missing = cited.filter(({ groups: [cited = ""] }) => !names.some((name) => name.startsWith(cited)));
    expect(missing.map(({ place }) => place)).toEqual([]);
  });

  it("documents and files that other documents link to", () => {
    const links = matches(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g, documents);
    const broken = links.filter(({ path, groups: [target = "", anchor] }) => {
      const file = target === "" ? path : normalize(join(dirname(path), target));
      return !isThere(file, anchor);
    });
    expect(broken.map(({ place }) => place)).toEqual([]);
  });

  it("files that documents and comments name by their path", () => {
    const named = matches(
      /(?<![\w#/.@-])((?:app|server|db|e2e|scripts|docs|deploy)\/[\w./$-]+\.(?:tsx?|mjs|md|css|yml|conf|sh))\b(?:#([\w-]+))?/g,
    );
    const dangling = named.filter(
      ({ groups: [path = "", anchor] }) => !path.includes("/some.") && !isThere(path, anchor),
    );
    expect(dangling.map(({ place }) => place)).toEqual([]);
  });
});

describe("each rule of docs/rules.md", () => {
  const rules = readFileSync("docs/rules.md", "utf8")
    .split(/^- (?=<a id=)/m)
    .slice(1)
    .map((text) => {
      const [, id = ""] = text.match(/^<a id="([a-z]+-\d+)"><\/a>/) ?? [];
      const named = [...text.matchAll(/`((?:app|server|db|e2e|scripts)\/[^`\s]*)`/g)].map(
        ([, path = ""]) => path,
      );
      const tests = named.filter((path) => /\.(test|spec)\.tsx?$/.test(path));
      return { id, deciding: named.filter((path) => !tests.includes(path)), tests };
    });

  it("has a number of its own, and bears it where it is read", () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id, index) => id === "" || ids.indexOf(id) !== index)).toEqual([]);
    const text = readFileSync("docs/rules.md", "utf8");
    expect(ids.filter((id) => !text.includes(`<a id="${id}"></a>**${id}** `))).toEqual([]);
  });

  it("names the file that decides it, which is there", () => {
    const wrong = rules.filter(({ deciding }) => deciding.length === 0 || !deciding.every(existsSync));
    expect(wrong.map(({ id, deciding }) => `${id}: ${deciding}`)).toEqual([]);
  });

  it("names a test, which is there", () => {
    const wrong = rules.filter(({ tests }) => tests.length === 0 || !tests.every(existsSync));
    expect(wrong.map(({ id, tests }) => `${id}: ${tests}`)).toEqual([]);
  });
});

it("each decision says whether it stands, and by which it was superseded", () => {
  const statusLine =
    /^Status: (accepted|superseded by \[\d{3}\]\([\w-]+\.md\))(, (amended|in part superseded) by .+)?$/m;
  const names = readdirSync("docs/decisions");
  const without = names.filter(
    (name) => !statusLine.test(readFileSync(join("docs/decisions", name), "utf8")),
  );
  expect(without).toEqual([]);
});
