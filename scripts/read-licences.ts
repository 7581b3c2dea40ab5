import { z } from "zod";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

export interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
  /** Only installed for development: not part of what runs the shop. */
  isForDevelopment: boolean;
}

/** Packages whose package.json states no licence, or only where it is; their licence file or readme does. */
const SAID_ELSEWHERE: Record<string, string> = {
  // Its data files are from W3C's specification.
  "@digitalbazaar/credentials-context": "BSD-3-Clause AND W3C",
  eval: "MIT",
  format: "MIT",
  "png-js": "MIT",
  "require-like": "MIT",
};

/** Every package in package-lock.json, each version once, by name. */
export function readLicences(lock: unknown): LicensedPackage[] {
  const packages = new Map<string, LicensedPackage>();
  for (const [place, { version = "", license, dev = false }] of Object.entries(
    lockSchema.parse(lock).packages,
  )) {
    const name = place.split("node_modules/").at(-1) ?? "";
    if (name === "") continue;
    const licence = SAID_ELSEWHERE[name] ?? license ?? "not said";
    const key = `${name} ${version}`;
    const existing = packages.get(key);
    packages.set(key, {
      name,
      version,
      licence,
      isForDevelopment: dev && (existing?.isForDevelopment ?? true),
    });
  }
  return [...packages.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, "en") || one.version.localeCompare(other.version, "en"),
  );
}

/**
 * Licences that allow running, changing and selling the software and require only a notice; MPL and LGPL also require
 * that changes to the package itself be published (we make none, and load them as separate files).
 */
const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-3.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "W3C",
  "Zlib",
]);

/** "A OR B" needs one accepted licence, "A AND B" needs all. */
export function isAccepted(licence: string): boolean {
  const plain = licence.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((part) => ACCEPTED.has(part)));
}
