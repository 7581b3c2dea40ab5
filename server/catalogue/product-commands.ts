import { z } from "zod";
import { type ChangeSummary, changeMessage } from "#server/audit/change-labels.ts";
import { describeWith } from "#server/commands/command.ts";
import { rowId } from "#server/core/fields.ts";
import { typedNumber, within } from "#server/core/typed-number.schema.ts";
import { type Currency, divideRounded, formatMoney, type Pence } from "#server/pricing/money.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";
import { HOME_GRID_SIZE } from "./catalogue-query.ts";
import {
  editProductSchema,
  expectedProductSchema,
  productFormSchema,
  renameCategorySchema,
} from "./product.schema.ts";
import { documentsFormSchema, picturesFormSchema } from "./product-media.schema.ts";
import type { ProductDocument } from "./product-media.ts";
import { type ProductChange, type ProductState, productErrors } from "./product-state.ts";

const homeOrderSchema = z.object({
  /** Product ids from the first place on; places without one are filled by name. */
  ids: z.array(rowId).max(HOME_GRID_SIZE),
  /** The grid as the person saw it, to notice that somebody else changed it. */
  seenIds: z.array(z.int()).max(HOME_GRID_SIZE),
});

export interface ProductUpdate {
  id: number;
  /** All pictures, and all documents, in their order; a missing list stays as it is. */
  media?: { pictures?: string[] | undefined; documents?: ProductDocument[] | undefined };
  /** With `seenStock`, `stockQuantity` is a count of the warehouse; without, what can be sold now. */
  change: ProductChange;
  /** The version that the person started from; without it the last one to save wins, field by field. */
  seenVersion?: number | undefined;
  seenStock?: number | undefined;
  /** The audit entry that this reverts. */
  revertOf?: number | undefined;
}

const csvFile = z
  .object({ csv: z.string().max(5_000_000, "The file is larger than 5 MB") })
  .transform(({ csv }) => csv);

/** The most products in one bulk change. */
const BULK_LIMIT = 500;

const GREATEST_CHANGE: Pence = 99_999_999;
const WRONG_PERCENT = "Enter a percentage from -90 to 500, such as 5 or -7.5";
const WRONG_AMOUNT = "Enter an amount of money, such as 1.50 or -0.75";

const priceChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("percent"),
    value: typedNumber({ message: WRONG_PERCENT, parse: within({ least: -90, most: 500, decimals: 20 }) }),
  }),
  z.object({
    kind: z.literal("amount"),
    /** Pounds, as typed; pence from here on. */
    value: amountOfMoney(WRONG_AMOUNT, { least: -GREATEST_CHANGE, most: GREATEST_CHANGE }),
  }),
]);

const units = typedNumber({
  message: "Enter a whole number",
  parse: within({ least: -1_000_000, most: 1_000_000, decimals: 0 }),
});

const stockChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("add"), value: units }),
  z.object({ kind: z.literal("set"), value: units.pipe(z.int().min(0, "Stock must not be below 0")) }),
]);

/** What is typed for all of them. */
export const bulkPricesSchema = z.object({ price: priceChangeSchema, stock: stockChangeSchema });

/** A change of price and stock for several products at once, each as the person saw it. */
const bulkChangeSchema = bulkPricesSchema.extend({
  products: z
    .array(expectedProductSchema.extend({ seenStock: z.coerce.number().pipe(z.int().min(0)) }))
    .min(1, "Choose at least one product")
    .max(BULK_LIMIT, `Choose at most ${BULK_LIMIT} products`),
});

export type PriceAndStockChange = z.output<typeof bulkPricesSchema>;

/** A product's state after the change; percentages are rounded to whole pence. */
export function bulkChanged(
  product: ProductState,
  { price, stock }: PriceAndStockChange,
  seenStock: number,
): ProductState {
  return {
    ...product,
    price: priceAfter(product.price, price),
    stockQuantity: bulkStock(product.stockQuantity, stock, seenStock),
  };
}

function priceAfter(price: Pence, change: PriceAndStockChange["price"]): Pence {
  if (change.kind === "percent") {
    return divideRounded(price * (10_000 + Math.round(change.value * 100)), 10_000);
  }
  return change.kind === "amount" ? price + change.value : price;
}

/** "set" changes the stock by the difference from what the person saw, as the inline edit does. */
function bulkStock(now: number, change: PriceAndStockChange["stock"], expected: number): number {
  if (change.kind === "add") return now + change.value;
  return change.kind === "set" ? now + change.value - expected : now;
}

/** Why a product cannot take the change; undefined when it can. */
export function bulkChangeError(next: ProductState, currency: Currency): string | undefined {
  if (next.price <= 0) return `the price would be ${formatMoney(next.price, currency)}`;
  if (next.stockQuantity < 0) return `the stock would be ${next.stockQuantity}`;
  return Object.values(productErrors(next)).flat()[0];
}

const editing = describeWith("products.edit");
const creating = describeWith("products.create");
const importing = describeWith("products.edit", ["products.create"]);

/** What staff do to the catalogue. */
export const productCommands = {
  update: editing(
    "products.update",
    editProductSchema.transform(
      ({ id, seenVersion, seenStock, ...change }): ProductUpdate => ({ id, seenVersion, seenStock, change }),
    ),
    ({ change }: { version: number; change?: ChangeSummary | null }) =>
      changeMessage("Product updated", change),
  ),
  // Its page of the settings comes next.
  create: creating("products.create", productFormSchema, (_made: { id: number }) => ({
    title: "Product created",
    description: "Add more pictures and documents to it below.",
  })),
  archive: describeWith("products.archive")("products.archive", expectedProductSchema, "Product archived"),
  restore: creating("products.restore", expectedProductSchema, "Product restored"),
  changeMany: editing("products.changeMany", bulkChangeSchema, ({ changed }: { changed: number }) => ({
    title: `${changed} products updated`,
  })),
  renameCategory: editing(
    "products.renameCategory",
    renameCategorySchema,
    ({ changed }: { changed: number }) => ({ title: `Category renamed on ${changed} products` }),
  ),
  reorderHome: editing("products.reorderHome", homeOrderSchema, "Home page updated"),
  checkImport: importing("products.checkImport", csvFile, "File checked"),
  import: importing("products.import", csvFile, "Products imported"),
};

/** Lists of addresses say nothing to a person; what they were comes back by one press. */
function mediaMessage(title: string, change: ChangeSummary | null | undefined) {
  return change?.undo ? { title, undo: change.undo } : { title };
}

interface MediaSaved {
  change?: ChangeSummary | null;
}

/** What staff do with a product's pictures and documents. */
export const mediaCommands = {
  savePictures: editing("products.savePictures", picturesFormSchema, ({ change }: MediaSaved) =>
    mediaMessage("Pictures saved", change),
  ),
  saveDocuments: editing("products.saveDocuments", documentsFormSchema, ({ change }: MediaSaved) =>
    mediaMessage("Documents saved", change),
  ),
};
