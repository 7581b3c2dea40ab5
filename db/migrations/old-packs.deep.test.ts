import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/* Of the packs of an old shop nothing was said but the three sizes that stood in the code. */

const BEFORE = "Migration20261123190000";

it("keeps the three products of the calculator with their sizes, and says nothing of the others", async () => {
  await withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const slugs = ["premium-biochar", "specialized-plant-biochar", "bulk-biochar", "a-ninth-biochar"];
    for (const slug of slugs) {
      await run(
        `insert into product (name, slug, description, price, category, image_url, stock_quantity)
         values ($1, $1, '', 6000, 'Soil Improvement', '', 1)`,
        [slug],
      );
    }
    await upgrade();
    const rows = await run(
      `select slug, net_grams, pack_millilitres, handling, unit_price_basis, mixed_into_soil, bulk_density, packaging
         from product order by id`,
    );
    const silent = { unit_price_basis: "none", bulk_density: null, packaging: {} };
    const said = (net_grams: number | null, pack_millilitres: number | null, handling: string) => ({
      ...{ net_grams, pack_millilitres, handling },
      mixed_into_soil: net_grams !== null || pack_millilitres !== null,
    });
    expect(rows).toEqual([
      { slug: slugs[0], ...said(5000, null, "parcel"), ...silent },
      { slug: slugs[1], ...said(1000, null, "parcel"), ...silent },
      { slug: slugs[2], ...said(null, 1_000_000, "bulk_bag"), ...silent },
      { slug: slugs[3], ...said(null, null, "parcel"), ...silent },
    ]);
  });
});
