import { expect, it } from "vitest";
import { packagesIn } from "./packages-in.ts";

it("finds the packages that a build imports, and none of its own files", () => {
  const source = [
    'import { a, b } from "./assets/server-build-UNJ7MUWm.js";',
    'import "react/jsx-runtime";',
    'import "node:crypto";',
    'import pg, { Client } from "pg";',
    "export { a as default };",
  ].join("\n");
  expect(packagesIn(source)).toEqual(["react/jsx-runtime", "node:crypto", "pg"]);
});
