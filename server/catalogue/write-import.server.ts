import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { recordChanges } from "#server/audit/changes.server.ts";
import type { Context } from "#server/core/context.ts";
import { invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { freeSlug, slugOf } from "#server/core/text.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { noteLowStock } from "./low-stock.server.ts";
import type { PlannedRow } from "./product-csv.ts";
import { withPictures } from "./product-media.ts";
import { columnsOf, nothingSaid, type ProductState, stateIn } from "./product-state.ts";

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

/** A product as the database keeps it, by the names of its columns. */
function rowOf(state: ProductState): Record<string, unknown> {
  const fields = Object.entries(columnsOf(stateIn(state)));
  const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(fields.map(([name, value]) => [columnOf(name), value]));
}

/** What a file can state of a product. */
const stated = Object.keys(rowOf({ ...nothingSaid, name: "", price: 0, category: "" }));
const columns = stated.join(", ");
const columnsOfFile = stated.map((column) => `v.${column}`).join(", ");

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
  const rows = JSON.stringify(products.map(({ id, ...state }) => ({ id, ...rowOf(state) })));
  await em.execute(
    `insert into past_price (product_id, price, sale_price, on_sale, until)
     select product.id, product.price, product.sale_price, product.on_sale, ?
       from product join jsonb_populate_recordset(null::product, ?::jsonb) v on v.id = product.id
      where (product.price, product.sale_price, product.on_sale) is distinct from (v.price, v.sale_price, v.on_sale)`,
    [clock.now(), rows],
  );
  await em.execute(
    `update product set (${columns}) = (${columnsOfFile}),
       more_pictures = product.more_pictures - v.image_url, version = product.version + 1, updated_at = ?
     from jsonb_populate_recordset(null::product, ?::jsonb) v where product.id = v.id`,
    [clock.now(), rows],
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
    `insert into product (slug, ${columns})
     select slug, ${columns} from jsonb_populate_recordset(null::product, ?::jsonb) returning id, slug`,
    [JSON.stringify(records.map(({ slug, ...state }) => ({ slug, ...rowOf(state) })))],
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

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}
