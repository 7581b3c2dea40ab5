import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { researchReportFile, resourceFile } from "#server/content/resources.server.ts";

/** Where the default name may stand: it is what a shop is called until its owner says otherwise. */
const MAY_NAME_IT = [
  "server/settings/store-settings.ts",
  // An error page for which the settings could not be read.
  "app/lib/document/page-meta.ts",
  // What the person who starts the shop reads, and the form of its backups.
  "server/start.ts",
  "server/cli/backup.ts",
  // A county among all of them.
  "server/orders/address-in-text.ts",
];
/** The stand-ins of the payment providers do not know the shop, and tests may call it what they like. */
const STAND_INS = /^server\/(sandbox|testing)\/|sandbox-/;
/** What the settings begin with says, or would say in other words. */
const SHIPPED = /oxbow|shropshire|01584 000 000|\d working days|to the kerb|by pallet|cannot go by post/i;

describe("the name of the store", () => {
  it("is written in no page, mail, paper or demo data, and no promise is: they come from the settings", () => {
    const files = ["app", "server", "db/seed"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(tsx?|md)$/.test(name) && !name.includes(".test."))
        .map((name) => path.join(folder, name)),
    );
    const naming = files.filter((file) => SHIPPED.test(readFileSync(file, "utf8")));
    expect(naming.filter((file) => !MAY_NAME_IT.includes(file) && !STAND_INS.test(file))).toEqual([]);
  });

  it("stands in the files that are made once, and changes with the settings", async () => {
    const makers = [researchReportFile, (name: string) => resourceFile("wood-vinegar.pdf", name)];
    for (const make of makers) {
      for (const name of ["Ludlow Char", "Teme Char"]) {
        expect(authorOf(Buffer.from(await make(name)).toString("latin1"))).toBe(name);
      }
    }
  });
});

/** A PDF's author: an object of its own, in brackets. */
function authorOf(file: string): string | undefined {
  const [, object] = /\/Author (\d+) 0 R/.exec(file) ?? [];
  return new RegExp(`\\n${object} 0 obj\\n\\((.*)\\)`).exec(file)?.[1];
}
