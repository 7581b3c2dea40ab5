import { z } from "zod";
import { priceStepsText } from "#server/catalogue/price-commands.ts";
import {
  asSpreadsheetText,
  type CsvCell,
  type CsvRecord,
  dayOfCell,
  spoiltBy,
} from "#server/core/csv-cells.ts";
import { patternText } from "#server/core/fields.ts";
import { savedIn1252 } from "#server/core/text.ts";
import { changedOnly, oneLineEnd } from "#server/core/touched-fields.ts";
import { typedNumber, within } from "#server/core/typed-number.schema.ts";
import { isDataUrl } from "#server/media/media-address.ts";
import { type Currency, currencies, penceToDecimal } from "#server/pricing/money.ts";
import { packFactNames, packFactsIn } from "#server/pricing/pack-facts.ts";
import { textOfSteps } from "#server/pricing/price-steps.ts";
import { packCells } from "./pack.schema.ts";
import { productFields } from "./product.schema.ts";
import { picturesOf } from "./product-media.ts";
import {
  changedProduct,
  nothingSaid,
  type ProductChange,
  type ProductState,
  productErrors,
  type StaffProduct,
  stateIn,
  stockAfter,
} from "./product-state.ts";

/**
 * The columns of the product file, for export and import. `version` and `stockWhenExported` are what the file knows:
 * an import refuses to overwrite later edits, and adds the change of the stock to the stock of today. `currency` is that
 * of the prices.
 */
export const productCsvColumns = [
  "slug",
  "name",
  "description",
  "category",
  "price",
  "salePrice",
  "onSale",
  "stockQuantity",
  "stockWhenExported",
  "taxRate",
  "family",
  "packLabel",
  "gtin",
  "priceSteps",
  "imageUrl",
  "isBestseller",
  "isNew",
  ...packFactNames,
  "version",
  "currency",
] as const;

type Column = (typeof productCsvColumns)[number];

const isColumn = (name: string): name is Column => productCsvColumns.some((column) => column === name);

/** A product's line of the file, in the order of the columns. */
export function productCsvRow(product: StaffProduct, currency: Currency): CsvCell[] {
  const cells: Record<Column, CsvCell> = {
    slug: asSpreadsheetText(product.slug),
    name: asSpreadsheetText(product.name),
    description: asSpreadsheetText(product.description),
    category: asSpreadsheetText(product.category),
    price: penceToDecimal(product.price),
    salePrice: product.salePrice === null ? null : penceToDecimal(product.salePrice),
    onSale: product.onSale,
    stockQuantity: product.stockQuantity,
    stockWhenExported: product.stockQuantity,
    taxRate: product.taxRate === null ? null : product.taxRate / 10_000,
    family: product.family && asSpreadsheetText(product.family),
    packLabel: product.packLabel && asSpreadsheetText(product.packLabel),
    gtin: product.gtin && asSpreadsheetText(product.gtin),
    priceSteps: textOfSteps(product.priceSteps),
    imageUrl: product.imageUrl,
    isBestseller: product.isBestseller,
    isNew: product.isNew,
    ...packFactsIn(product),
    version: product.version,
    currency,
  };
  return productCsvColumns.map((column) => cells[column]);
}

/** Why a file cannot be imported at all; undefined when its rows can be read. */
export function csvColumnsError(columns: readonly string[]): string | undefined {
  const unknownColumns = columns.filter((name) => !isColumn(name));
  if (unknownColumns.length > 0) {
    return `Unknown columns: ${unknownColumns.slice(0, 5).join(", ")}. Known are ${productCsvColumns.join(", ")}.`;
  }
  if (columns.includes("slug") || columns.includes("name")) return undefined;
  return "The file needs a header line with a column slug (to change products) or name (to add some).";
}

const yesOrNo = (label: string) =>
  z.stringbool({
    truthy: ["true", "yes", "1"],
    falsy: ["false", "no", "0", ""],
    error: `${label} must be true or false`,
  });
const wholeNumber = (label: string) =>
  typedNumber({
    message: `${label} must be a whole number`,
    parse: within({ least: 0, most: 999_999_999, decimals: 0 }),
  });
/** An empty cell removes the value. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal("").transform(() => null), schema]);

const cellsSchema = z
  .object({
    slug: patternText(
      200,
      /^([a-z0-9][a-z0-9-]{0,199})?$/,
      "slug must be lower-case letters, digits and hyphens, or empty",
    ).default(""),
    name: productFields.name,
    description: productFields.description,
    category: productFields.category,
    price: productFields.price,
    salePrice: orNothing(productFields.salePrice),
    onSale: yesOrNo("onSale"),
    stockQuantity: wholeNumber("stockQuantity").pipe(productFields.stockQuantity),
    stockWhenExported: orNothing(wholeNumber("stockWhenExported")),
    taxRate: orNothing(productFields.taxRate),
    family: productFields.family,
    packLabel: productFields.packLabel,
    gtin: productFields.gtin,
    priceSteps: priceStepsText,
    imageUrl: productFields.imageUrl.refine(
      (address) => !isDataUrl(address),
      "imageUrl must be an address; upload the picture in the product's row",
    ),
    isBestseller: yesOrNo("isBestseller"),
    isNew: yesOrNo("isNew"),
    ...packCells,
    bulkDensityMeasuredOn: z.string().transform((text, check) => {
      const day = text === "" ? null : dayOfCell(text);
      if (day !== undefined) return day;
      check.addIssue({
        code: "custom",
        message: "Day measured must be a date, such as 2026-11-05 or 05/11/2026",
      });
      return z.NEVER;
    }),
    mixedIntoSoil: yesOrNo("mixedIntoSoil"),
    version: orNothing(wholeNumber("version")),
    currency: z.enum(["", ...currencies], `currency must be one of ${currencies.join(", ")}`),
  })
  .partial();

/** A line of the file as the rules read it. */
export interface ImportRow {
  line: number;
  /** "" for a new product. */
  slug: string;
  change: ProductChange;
  seenVersion: number | null;
  seenStock: number | null;
}

export interface RowError {
  line: number;
  /** The row's values for the product; missing ones stay as they are. */
  name: string;
  messages: string[];
}

/** Reads a line's cells for a shop that trades in a currency; the result holds their errors. */
export function readImportRow(
  { line, cells }: CsvRecord,
  shopCurrency: Currency,
): { row: ImportRow } | { error: RowError } {
  const spoilt = Object.entries(cells).flatMap(([column, cell]) => {
    const what = spoiltBy(cell);
    return what === undefined ? [] : [`${column} ${what}`];
  });
  const parsed = cellsSchema.safeParse(cells);
  if (spoilt.length > 0 || !parsed.success) {
    const messages =
      spoilt.length > 0 ? spoilt : (parsed.error?.issues ?? []).map((issue) => inItsCell(issue, cells));
    return { error: { line, name: nameOf(cells), messages: [...new Set(messages)] } };
  }
  const { slug = "", version = null, stockWhenExported = null, currency, ...change } = parsed.data;
  if (currency && currency !== shopCurrency) {
    const message = `Its prices are in ${currency}, and the shop trades in ${shopCurrency}`;
    return { error: { line, name: nameOf(cells), messages: [message] } };
  }
  return { row: { line, slug, change, seenVersion: version, seenStock: stockWhenExported } };
}

/** What is wrong with a cell, with its column and its value. */
function inItsCell(issue: z.core.$ZodIssue, cells: Record<string, string>): string {
  const column = String(issue.path[0]);
  const value = (cells[column] ?? "").slice(0, 60);
  return value === "" ? messageOf(issue) : `${column} “${value}”: ${messageOf(issue)}`;
}

/** A union without words of its own only says that nothing matched; the errors of its last option say more. */
function messageOf(issue: z.core.$ZodIssue): string {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner && issue.message === "Invalid input" ? messageOf(inner) : issue.message;
}

function nameOf(cells: Record<string, string>): string {
  return (cells.name || cells.slug || "").slice(0, 100);
}

/** The result of a row: a product created, changed or left as it is, or why not. */
export type PlannedRow =
  | { kind: "create"; row: ImportRow; next: ProductState }
  | { kind: "update"; row: ImportRow; known: StaffProduct; next: ProductState }
  | { kind: "unchanged"; row: ImportRow }
  | { kind: "error"; error: RowError };

/** Compares a row with the product it names; undefined for none. `lists` are the codes of the trade lists there are. */
export function planRow(
  row: ImportRow,
  existing: StaffProduct | undefined,
  lists: ReadonlySet<string>,
): PlannedRow {
  const rowError = (...messages: string[]): PlannedRow => ({
    kind: "error",
    error: { line: row.line, name: row.change.name ?? row.slug, messages },
  });
  const unknown = row.change.priceSteps?.find(({ tradeList }) => tradeList !== null && !lists.has(tradeList));
  if (unknown) return rowError(`There is no trade list "${unknown.tradeList}"`);
  if (!existing) return planNew(row, rowError);
  const before = stateIn(existing);
  const stated = withStockOfNow(row, existing);
  const changed = changedProduct(before, changedOnly(before, withoutLostLetters(before, stated)));
  const [imageUrl = ""] = picturesOf({ ...existing, imageUrl: changed.imageUrl });
  const next = { ...changed, imageUrl };
  if (JSON.stringify(before) === JSON.stringify(next)) return { kind: "unchanged", row };
  if (row.seenVersion !== null && row.seenVersion !== existing.version) {
    return rowError("The product was changed since this file was exported: export it again");
  }
  if (existing.isArchived) return rowError("The product is archived: restore it first");
  if (next.stockQuantity < 0) {
    return rowError("More was sold since this file was exported than the new stock leaves");
  }
  const errors = Object.values(productErrors(next)).flat();
  return errors.length > 0 ? rowError(...errors) : { kind: "update", row, known: existing, next };
}

/**
 * What a row states, with the stock that its count comes to after the sales since the export. A count that is in stock by
 * now was taken already, from the same file, unless the version says that nothing was.
 */
function withStockOfNow({ change, seenStock, seenVersion }: ImportRow, now: StaffProduct): ProductChange {
  const { stockQuantity: typed } = change;
  if (typed === undefined || seenStock === null) return change;
  if (typed === now.stockQuantity && seenVersion !== now.version) return change;
  return { ...change, stockQuantity: stockAfter(now.stockQuantity, { typed, expected: seenStock }) };
}

/** The texts of a row, except those that are as they were but for letters that a spreadsheet could not save. */
function withoutLostLetters(before: ProductState, change: ProductChange): ProductChange {
  const changes = Object.entries(change).filter(([name, value]) => {
    const was: unknown = Reflect.get(before, name);
    if (typeof was !== "string" || typeof value !== "string") return true;
    const [typed, saved] = [oneLineEnd(value), savedIn1252(oneLineEnd(was)).trim()];
    return typed === oneLineEnd(was).trim() || typed !== saved;
  });
  return Object.fromEntries(changes);
}

function planNew(row: ImportRow, rowError: (...messages: string[]) => PlannedRow): PlannedRow {
  const { name, price, category } = row.change;
  const missing = [
    !name && "Name is required",
    !price && "Price is required",
    !category && "Category is required",
  ];
  const messages = missing.filter((message) => message !== false);
  if (row.seenVersion !== null) messages.push(`There is no product "${row.slug}"`);
  if (!name || !price || !category || messages.length > 0) return rowError(...messages);
  const next = changedProduct({ ...nothingSaid, name, price, category }, row.change);
  const errors = Object.values(productErrors(next)).flat();
  return errors.length > 0 ? rowError(...errors) : { kind: "create", row, next };
}
