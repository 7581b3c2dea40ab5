import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/*
 * There is one way into the database for each purpose (CONTRIBUTING.md, "A query"; docs/decisions/047-typed-sql.md).
 * The stand-ins of the payment providers are no part of the shop and keep their own table.
 */

const files = ["app", "server"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.startsWith("server/sandbox/") && path !== "server/core/typed-sql.server.ts");

function places(pattern: RegExp, isFault: (before: string) => boolean = () => true): string[] {
  return files.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [...text.matchAll(pattern)]
      .filter(({ index }) => isFault(text.slice(0, index)))
      .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`);
  });
}

/** The statement that a piece of code belongs to, as far as it goes before it. */
const statementBefore = (before: string) =>
  before
    .replaceAll(/\/\/.*/g, "")
    .split(/[;{}]/)
    .at(-1)
    ?.replaceAll(/\s+/g, "") ?? "";

it("no row is cast to a type: typedSql knows the columns, rawRows and rawRow parse what raw SQL gives", () => {
  expect(places(/\bexecute</g)).toEqual([]);
  // A raw statement whose rows nobody looks at, such as a lock or a delete, is all that `execute` is for.
  const looked = places(
    /\.execute\((?!\s*\))/g,
    (before) => !/^await[\w.()]+$/.test(statementBefore(before)),
  );
  expect(looked).toEqual([]);
});

it("what type a piece of SQL has is said by the functions of typed-sql alone, and typedSql makes the builder", () => {
  expect(places(/\bsql<|\bgetKysely\b/g)).toEqual([]);
});
