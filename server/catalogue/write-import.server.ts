import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { recordChanges } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { freeSlug, slugOf } from "#server/core/text.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { packagingOf } from "#server/pricing/pack-facts.ts";
import { noteLowStock } from "./low-stock.server.ts";
import type { PlannedRow } from "./product-csv.ts";
import { withPictures } from "./product-media.ts";
import { type ProductState, stateIn } from "./product-state.ts";

const slugSchema = z.object({ slug: z.string() });

/** The addresses that products have already, of these and of those made from them by adding a number. */
export async function takenSlugs(em: EntityManager, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await rawRows(
    em,
    slugSchema,
    `select product.slug from jsonb_array_elements_text(?::jsonb) as wanted(slug)
       join product on product.slug = wanted.slug
         or (product.slug >= wanted.slug || '-' and product.slug < wanted.slug || '.')`,
    [JSON.stringify(slugs)],
  );
  return new Set(rows.map(({ slug }) => slug));
}

const BATCH = 500;

const recordColumns = `name text, description text, price int, "salePrice" int, "onSale" boolean, category text,
  "imageUrl" text, "stockQuantity" int, "isBestseller" boolean, "isNew" boolean, "taxRate" int,
  family text, "packLabel" text, gtin text,
  "netGrams" int, "packMillilitres" int, "grossGrams" int, "bulkDensity" int, "bulkDensityMeasuredOn" date,
  "unitPriceBasis" text, handling text, "footprintLength" int, "footprintWidth" int, "mixedIntoSoil" boolean,
  packaging jsonb, "priceSteps" jsonb`;

/** Writes planned rows, whose products are locked, in few statements: the rows, their past prices and the audit. */
export async function writeImport(
  em: EntityManager,
  context: Context,
  planned: readonly PlannedRow[],
): Promise<void> {
  const updates = planned.filter((row) => row.kind === "update");
  const creations = planned.filter((row) => row.kind === "create");
  invalidateOnCommit(em, "catalogue");
  for (const batch of batchesOf(updates)) {
    await update(
      em,
      context,
      batch.map(({ known, next }) => ({ ...next, id: known.id })),
    );
  }
  await recordChanges(
    em,
    context,
    updates.map(({ known, next }) => ({
      area: "products",
      action: "imported",
      subjectId: known.id,
      subjectName: next.name,
      ...withPictures({ before: stateIn(known), after: next }, known.morePictures),
    })),
  );
  await noteLowStock(
    em,
    context,
    updates.map(({ known, next }) => ({
      id: known.id,
      before: known.stockQuantity,
      after: next.stockQuantity,
    })),
  );
  const requestedSlugs = new Set(creations.flatMap(({ row }) => row.slug || []));
  for (const batch of batchesOf(creations)) {
    await create(
      em,
      context,
      batch.map(({ row, next }) => ({ ...next, named: row.slug || null })),
      requestedSlugs,
    );
  }
}

async function update(
  em: EntityManager,
  { clock }: Context,
  products: (ProductState & { id: number })[],
): Promise<void> {
  const records = JSON.stringify(products.map(columnsOf));
  await em.execute(
    `insert into past_price (product_id, price, sale_price, on_sale, until)
     select product.id, product.price, product.sale_price, product.on_sale, ?
       from product join jsonb_to_recordset(?::jsonb) as v(id int, ${recordColumns}) on v.id = product.id
      where (product.price, product.sale_price, product.on_sale) is distinct from (v.price, v."salePrice", v."onSale")`,
    [clock.now(), records],
  );
  await em.execute(
    `update product set name = v.name, description = v.description, price = v.price, sale_price = v."salePrice",
       on_sale = v."onSale", category = v.category, image_url = v."imageUrl",
       more_pictures = product.more_pictures - v."imageUrl", stock_quantity = v."stockQuantity",
       is_bestseller = v."isBestseller", is_new = v."isNew", tax_rate = v."taxRate",
       family = v.family, pack_label = v."packLabel", gtin = v.gtin,
       net_grams = v."netGrams", pack_millilitres = v."packMillilitres", gross_grams = v."grossGrams",
       bulk_density = v."bulkDensity", bulk_density_measured_on = v."bulkDensityMeasuredOn",
       unit_price_basis = v."unitPriceBasis", handling = v.handling, footprint_length = v."footprintLength",
       footprint_width = v."footprintWidth", mixed_into_soil = v."mixedIntoSoil", packaging = v.packaging,
       price_steps = v."priceSteps",
       version = product.version + 1, updated_at = ?
     from jsonb_to_recordset(?::jsonb) as v(id int, ${recordColumns}) where product.id = v.id`,
    [clock.now(), records],
  );
}

const madeSchema = z.object({ id: z.number(), slug: z.string() });

/**
 * A product with a slug in the file gets that one or none: if somebody else has just taken it, the database refuses,
 * and the import starts again and changes that product instead. The others get a free slug that is not in the file.
 */
async function create(
  em: EntityManager,
  context: Context,
  products: (ProductState & { named: string | null })[],
  namedInFile: ReadonlySet<string>,
): Promise<void> {
  const taken = await takenSlugs(
    em,
    products.flatMap(({ named, name }) => (named ? [] : slugOf(name))),
  );
  const records = products.map(({ named, ...state }) => {
    const slug =
      named ??
      freeSlug(slugOf(state.name), (candidate) => taken.has(candidate) || namedInFile.has(candidate));
    taken.add(slug);
    return { ...state, slug };
  });
  const made = await rawRows(
    em,
    madeSchema,
    `insert into product (slug, name, description, price, sale_price, on_sale, category, image_url, stock_quantity,
       is_bestseller, is_new, tax_rate, family, pack_label, gtin, net_grams, pack_millilitres, gross_grams, bulk_density,
       bulk_density_measured_on, unit_price_basis, handling, footprint_length, footprint_width, mixed_into_soil, packaging,
       price_steps)
     select slug, name, description, price, "salePrice", "onSale", category, "imageUrl", "stockQuantity",
       "isBestseller", "isNew", "taxRate", family, "packLabel", gtin, "netGrams", "packMillilitres", "grossGrams", "bulkDensity",
       "bulkDensityMeasuredOn", "unitPriceBasis", handling, "footprintLength", "footprintWidth", "mixedIntoSoil", packaging,
       "priceSteps"
       from jsonb_to_recordset(?::jsonb) as v(slug text, ${recordColumns}) returning id, slug`,
    [JSON.stringify(records.map(columnsOf))],
  );
  const idOf = new Map(made.map(({ id, slug }) => [slug, id]));
  await recordChanges(
    em,
    context,
    records.map((record) => ({
      area: "products",
      action: "imported",
      subjectId: idOf.get(record.slug) ?? record.slug,
      subjectName: record.name,
      after: { ...record },
    })),
  );
}

/** The materials of the packaging are one column. */
function columnsOf<State extends ProductState>(state: State) {
  return { ...state, packaging: packagingOf(state) };
}

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}
