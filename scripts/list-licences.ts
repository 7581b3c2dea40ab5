import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type LicensedPackage, readLicences } from "./read-licences.ts";

/**
 * Part of `npm run build`: writes the licences of everything in the shop into build/licences.md, so that the built shop
 * and the image bring them. read-licences.test.ts refuses a licence that we cannot keep.
 */
const lock: unknown = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const packages = readLicences(lock);

const noto = readdirSync(new URL("../server/content/paper-fonts/noto", import.meta.url))
  .filter((name) => name.endsWith(".ttf"))
  .map((name) => name.slice(0, -".ttf".length))
  .sort();

function section(title: string, listed: readonly LicensedPackage[]): string {
  const byLicence = new Map<string, LicensedPackage[]>();
  for (const one of listed) byLicence.set(one.licence, [...(byLicence.get(one.licence) ?? []), one]);
  const rows = [...byLicence].sort(([, one], [, other]) => other.length - one.length);
  const lines = rows.map(
    ([licence, under]) =>
      `### ${licence} (${under.length})\n\n${under.map(({ name, version }) => `${name} ${version}`).join(", ")}`,
  );
  return `## ${title} (${listed.length})\n\n${lines.join("\n\n")}\n`;
}

const text = `# Licences

Made from package-lock.json by the build, optional packages for other machines included. The shop changes none of these packages; MPL and LGPL parts (lightningcss, libvips) are used as the separate files they come in.

${section(
  "In the running shop and its build",
  packages.filter(({ isForDevelopment }) => !isForDevelopment),
)}
${section(
  "For development and tests only",
  packages.filter(({ isForDevelopment }) => isForDevelopment),
)}
## Files of this repository that others made

### OFL-1.1

Those of pages in \`app/fonts/\` and those of papers in \`server/content/paper-fonts/\`, whose READMEs say what each was made from: Inter (2016 The Inter Project Authors), Fraunces (2020 The Fraunces Project Authors) and, in \`noto/\` with their licence, ${noto.length} files of Noto (2013 to 2025 The Noto Project Authors, Google LLC and Adobe): ${noto.join(", ")}.
`;

writeFileSync(new URL("../build/licences.md", import.meta.url), text);
