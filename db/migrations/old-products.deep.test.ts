import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/* Products of before there were families, several pictures and documents. */

const BEFORE = "Migration20261123210000";

it("keeps an old product's one picture, in no family, and finds it by the same words", async () => {
  await withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    await run(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity)
       values ('Fine Biochar', 'fine-biochar', 'Sieved for pots.', 2000, 'Garden', '/pictures/premium-biochar.jpg', 3)`,
    );

    await upgrade();

    expect(
      await run(
        `select image_url, more_pictures, documents, family, pack_label, card_name from product
         where lower(name || ' ' || description || ' ' || found_by) like '%for pots%'`,
      ),
    ).toEqual([
      {
        image_url: "/pictures/premium-biochar.jpg",
        more_pictures: [],
        documents: [],
        family: null,
        pack_label: null,
        card_name: "Fine Biochar",
      },
    ]);
  });
});

it("finds an old product by what its documents are, also with a typing error", async () => {
  await withOldDatabase("Migration20261124010000", async ({ run, upgrade }) => {
    await run(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity, documents)
       values ('Fine Biochar', 'fine-biochar', '', 2000, 'Garden', '', 3,
         '[{"type": "safety_data_sheet", "title": "Grade A", "date": null, "url": "/documents/x"}]')`,
    );

    await upgrade();

    expect(await run(`select slug from product where lower(name || ' ' || description || ' ' || found_by)
      like '%safety data sheet grade a%'`)).toEqual([{ slug: "fine-biochar" }]);
    expect(await run(`select word from search_word order by word <->> 'saftey' limit 1`)).toEqual([{ word: "safety" }]);
  });
});
