import { readFileSync, writeFileSync } from "node:fs";
import { isAccepted, type LicensedPackage, readLicences } from "./read-licences.ts";

/** `npx node scripts/list-licences.ts`: writes docs/licences.md from package-lock.json; fails on a licence that is not accepted. */
const lock: unknown = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const packages = readLicences(lock);

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

Written by \`npx node scripts/list-licences.ts\` from package-lock.json, optional packages for other machines included. The shop changes none of these packages; MPL and LGPL parts (lightningcss, libvips) are used as the separate files they come in.

${section(
  "In the running shop and its build",
  packages.filter(({ isForDevelopment }) => !isForDevelopment),
)}
${section(
  "For development and tests only",
  packages.filter(({ isForDevelopment }) => isForDevelopment),
)}`;

writeFileSync(new URL("../docs/licences.md", import.meta.url), text);
const refused = packages.filter(({ licence }) => !isAccepted(licence));
for (const { name, version, licence } of refused) console.error(`${name} ${version}: ${licence}`);
process.stdout.write(
  `${packages.length} packages listed in docs/licences.md, ${refused.length} with a licence to look at.\n`,
);
if (refused.length > 0) process.exitCode = 1;
