import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import { fontFaces, subsetOf } from "./font-faces.ts";

/** `npx node scripts/make-fonts.ts`: writes app/fonts from the packages of the two faces, whenever one of these changes. */
for (const face of fontFaces) {
  const font = await subsetOf(face);
  const before = readFileSync(face.source).length;
  writeFileSync(path.join(projectFolder, face.target), font);
  console.log(`${face.target}: ${before} → ${font.length} bytes`);
}
