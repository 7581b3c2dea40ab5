import type { EntityManager } from "@mikro-orm/postgresql";
import { read } from "#server/access/read.server.ts";
import { readStaffProducts } from "#server/catalogue/find-staff-products.server.ts";
import { gtin14 } from "#server/catalogue/gtin.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import {
  csvColumnsError,
  type ImportRow,
  type PlannedRow,
  planRow,
  productCsvColumns,
  productCsvRow,
  type RowError,
  readImportRow,
} from "#server/catalogue/product-csv.ts";
import { writeImport } from "#server/catalogue/write-import.server.ts";
import { productsWithGtins } from "#server/catalogue/write-product.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches, parseCsv, UnreadableCsv } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import type { Currency } from "#server/pricing/money.ts";

const EXPORTED_AT_ONCE = 1000;

/**
 * All products that are not archived as a CSV file in pieces, in the order they were made. Read in batches, so that it
 * takes as little memory for a hundred thousand products as for eight.
 */
export const exportProducts = read("products.export", (context: Context): AsyncGenerator<string> => {
  const products = inBatches(
    EXPORTED_AT_ONCE,
    (after = 0) =>
      readStaffProducts(
        typedSql(context.em)
          .selectFrom("product")
          .where("id", ">", after)
          .where("archived_at", "is", null)
          .orderBy("id")
          .limit(EXPORTED_AT_ONCE),
      ),
    (product) => productCsvRow(product, context.settings.currency),
  );
  return csvPieces(productCsvColumns, products);
});

/** The most rows in one file: a second of work. */
const IMPORT_ROW_LIMIT = 20_000;
/** Nobody reads more; the count gives their number. */
const ERRORS_SHOWN = 500;
const READ_AT_ONCE = 500;

/** What an import would do, or did. */
export interface ImportReport {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
  errorCount: number;
}

/** The progress of a check, and at its end the result. */
export interface ImportProgress {
  done: number;
  total: number;
  report: ImportReport | null;
}

/**
 * The dry run: looks at every row of a file and writes nothing.
 * @throws ShopError `validation_failed` for a file that is no product file
 */
export const checkImport = command(
  productCommands.checkImport,
  async (context, csv): Promise<AsyncGenerator<ImportProgress>> => {
    const { rows, errors } = readRows(csv, context.settings.currency);
    return check(context.em.fork(), rows, errors);
  },
);

/**
 * Imports a file: every row of it or, when one is wrong, none.
 * @throws ShopError `validation_failed` for a file that is no product file
 */
export const importProducts = command(productCommands.import, async (context, csv): Promise<ImportReport> => {
  const { rows, errors } = readRows(csv, context.settings.currency);
  return inTransaction(
    context.em,
    async (em) => {
      const planned: PlannedRow[] = errors.map((error) => ({ kind: "error", error }));
      for await (const batch of plan(em, rows, "locked")) planned.push(...batch);
      const report = reportOf(await withOwnGtins(em, planned));
      if (report.errorCount === 0) await writeImport(em, context, planned);
      return report;
    },
    { retryUniqueViolations: true },
  );
});

async function* check(
  em: EntityManager,
  rows: ImportRow[],
  errors: RowError[],
): AsyncGenerator<ImportProgress> {
  const total = rows.length + errors.length;
  const planned: PlannedRow[] = errors.map((error) => ({ kind: "error", error }));
  yield { done: planned.length, total, report: null };
  for await (const batch of plan(em, rows, "unlocked")) {
    planned.push(...batch);
    yield { done: planned.length, total, report: null };
  }
  yield { done: total, total, report: reportOf(await withOwnGtins(em, planned)) };
}

/**
 * The rows, of which one that takes the GTIN of another product, or of another row, is refused. A number moves from one
 * product to another in two files.
 */
async function withOwnGtins(em: EntityManager, planned: readonly PlannedRow[]): Promise<PlannedRow[]> {
  const taken = planned.flatMap((each) => {
    const gtin = takenGtin(each);
    return gtin === undefined ? [] : [gtin];
  });
  if (taken.length === 0) return [...planned];
  const holders = new Map<string, { id: number | null; name: string }>();
  for (const { gtin, ...holder } of await productsWithGtins(em, taken)) holders.set(gtin, holder);
  return planned.map((each) => {
    const gtin = takenGtin(each);
    if (gtin === undefined || (each.kind !== "create" && each.kind !== "update")) return each;
    const id = each.kind === "update" ? each.known.id : null;
    const holder = holders.get(gtin14(gtin));
    if (holder && (id === null || holder.id !== id)) {
      const messages = [`"${holder.name}" has this GTIN`];
      return { kind: "error", error: { line: each.row.line, name: each.next.name, messages } };
    }
    holders.set(gtin14(gtin), { id, name: each.next.name });
    return each;
  });
}

/** The GTIN that a row gives its product again. */
function takenGtin(planned: PlannedRow): string | undefined {
  if (planned.kind === "create") return planned.next.gtin ?? undefined;
  if (planned.kind !== "update" || planned.next.gtin === planned.known.gtin) return undefined;
  return planned.next.gtin ?? undefined;
}

function readRows(csv: string, currency: Currency): { rows: ImportRow[]; errors: RowError[] } {
  const { columns, records } = readFile(csv);
  const fileError =
    csvColumnsError(columns) ??
    (records.length === 0 ? "There are no rows below the header." : undefined) ??
    (records.length > IMPORT_ROW_LIMIT
      ? `The file has ${records.length} rows; at most ${IMPORT_ROW_LIMIT} can be imported at once.`
      : undefined);
  if (fileError) throw new ShopError("validation_failed", fileError, { fields: { csv: [fileError] } });
  const rows: ImportRow[] = [];
  const errors: RowError[] = [];
  const lineOfSlug = new Map<string, number>();
  for (const record of records) {
    const parsed = readImportRow(record, currency);
    if ("error" in parsed) {
      errors.push(parsed.error);
      continue;
    }
    const { slug, line, change } = parsed.row;
    const before = lineOfSlug.get(slug);
    if (slug && before !== undefined) {
      const message = `The slug "${slug}" stands on line ${before} already`;
      errors.push({ line, name: change.name ?? slug, messages: [message] });
      continue;
    }
    if (slug) lineOfSlug.set(slug, line);
    rows.push(parsed.row);
  }
  return { rows, errors };
}

function readFile(csv: string) {
  try {
    return parseCsv(csv);
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new ShopError("validation_failed", error.message, { fields: { csv: [error.message] } });
  }
}

/**
 * Compares the rows with the catalogue, batch by batch and in id order, so that transactions never wait for each
 * other in a circle.
 */
async function* plan(
  em: EntityManager,
  rows: ImportRow[],
  lock: "locked" | "unlocked",
): AsyncGenerator<PlannedRow[]> {
  const ids = await idsOf(em, rows);
  const lists = await listCodes(em);
  const idOf = (row: ImportRow) => ids.get(row.slug) ?? Number.MAX_SAFE_INTEGER;
  const ordered = [...rows].sort((a, b) => idOf(a) - idOf(b) || a.line - b.line);
  for (let start = 0; start < ordered.length; start += READ_AT_ONCE) {
    const batch = ordered.slice(start, start + READ_AT_ONCE);
    const productIds = batch.flatMap((row) => ids.get(row.slug) ?? []);
    const products = typedSql(em)
      .selectFrom("product")
      .where(condition`id = any(${productIds}::int[])`)
      .orderBy("id");
    const existing = await readStaffProducts(lock === "locked" ? products.forNoKeyUpdate() : products);
    const bySlug = new Map(existing.map((product) => [product.slug, product]));
    yield batch.map((row) => planRow(row, bySlug.get(row.slug), lists));
  }
}

async function listCodes(em: EntityManager): Promise<ReadonlySet<string>> {
  const lists = await typedSql(em).selectFrom("trade_list").select("code").execute();
  return new Set(lists.map(({ code }) => code));
}

async function idsOf(em: EntityManager, rows: ImportRow[]): Promise<Map<string, number>> {
  const slugs = rows.flatMap(({ slug }) => slug || []);
  const idRows = await typedSql(em)
    .selectFrom("product")
    .where(condition`slug = any(${slugs}::text[])`)
    .select(["id", "slug"])
    .execute();
  return new Map(idRows.map(({ id, slug }) => [slug, id]));
}

function reportOf(planned: PlannedRow[]): ImportReport {
  const errors = planned.flatMap((row) => (row.kind === "error" ? row.error : []));
  const count = (kind: PlannedRow["kind"]) => planned.filter((row) => row.kind === kind).length;
  return {
    rows: planned.length,
    created: count("create"),
    updated: count("update"),
    unchanged: count("unchanged"),
    errors: errors.sort((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN),
    errorCount: errors.length,
  };
}
