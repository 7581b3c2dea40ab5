import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";
import { fontFaces, subsetOf } from "./font-faces.ts";

describe("the faces in app/fonts", () => {
  for (const face of fontFaces) {
    it(`${face.target} is what npx node scripts/make-fonts.ts makes of its package`, async () => {
      const font = readFileSync(path.join(projectFolder, face.target));
      expect(font.equals(await subsetOf(face))).toBe(true);
    });
  }
});
