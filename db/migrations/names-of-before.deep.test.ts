import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which names were sorted by their bytes. */
const BEFORE = "Migration20261123052300";

it("products of before are sorted by letter, keep their bytes, and are found by every index", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const names = ["Wood Vinegar", "eco mix", "Éclat", "pH test kit", "Eclat", "Zinc Mix"];
    await run(
      `insert into product (name, slug, description, price, category, image_url, home_position, version)
       select name, 'slug-' || place, 'Made before', 100, 'Of ' || lower(name), '/x.jpg', null, 1
       from unnest($1::text[]) with ordinality as named(name, place)`,
      [names],
    );
    const ofBefore = "where description = 'Made before'";
    const before = await run(`select id, name, category, version from product ${ofBefore} order by id`);
    await upgrade();
    expect(await run(`select id, name, category, version from product ${ofBefore} order by id`)).toEqual(
      before,
    );
    const sorted = ["Eclat", "Éclat", "eco mix", "pH test kit", "Wood Vinegar", "Zinc Mix"];
    const order = async (by: string) =>
      (await run<{ name: string }>(`select name from product ${ofBefore} order by ${by}`)).map(
        ({ name }) => name,
      );
    expect(await order("name, id")).toEqual(sorted);
    await run("set enable_seqscan = off");
    expect(await order("name, id")).toEqual(sorted);
    expect(await order("category, id")).toEqual(sorted);
    const [plan] = await run<{ "QUERY PLAN": string }>("explain select name from product order by name, id");
    expect(plan?.["QUERY PLAN"]).toMatch(/using product_name_index/);
    const found = await run<{ name: string }>(
      `select name from product where lower(name || ' ' || description) like '%éclat%'`,
    );
    expect(found).toEqual([{ name: "Éclat" }]);
  }));
