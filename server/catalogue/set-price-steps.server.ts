import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { cheaperTotals } from "#server/pricing/price-steps.ts";
import { priceCommands } from "./price-commands.ts";
import { updateProduct } from "./update-product.server.ts";

/**
 * Sets the prices by quantity of a product, for everybody and for trade lists.
 * @throws ShopError `not_found`; `conflict` when somebody else saved the product meanwhile; `validation_failed`
 */
export const setPriceSteps = command(
  priceCommands.setSteps,
  (context, { id, seenVersion, steps }): Promise<{ version: number }> =>
    updateProduct(context, { id, seenVersion, change: { priceSteps: steps } }),
  { read: readRows },
);

const ROW_FIELDS = ["minQuantity", "price", "tradeList"] as const;
const rowName = /^steps\[(\d{1,3})\]\./;

/** The rows of the form without those that were left empty, one after another. */
async function readRows(_context: Context, submitted: FormData) {
  const form = new FormData();
  const text = (name: string) => String(submitted.get(name) ?? "").trim();
  for (const [name, value] of submitted) {
    if (!rowName.test(name) && typeof value === "string") form.append(name, value);
  }
  const numbers = new Set([...submitted.keys()].flatMap((name) => rowName.exec(name)?.[1] ?? []));
  let row = 0;
  for (const number of [...numbers].sort((one, other) => Number(one) - Number(other))) {
    if (text(`steps[${number}].minQuantity`) === "" && text(`steps[${number}].price`) === "") continue;
    for (const field of ROW_FIELDS) form.append(`steps[${row}].${field}`, text(`steps[${number}].${field}`));
    row += 1;
  }
  return { form, schema: priceCommands.setSteps.input };
}

const MOST_SHOWN = 200;

/** Products that have prices by quantity, by name: the first two hundred. */
export const findSteppedProducts = read("customers.view", (context: Context) =>
  typedSql(context.em)
    .selectFrom("product")
    .where(condition`price_steps <> '[]' and archived_at is null`)
    .select([
      "id",
      "name",
      "price",
      "current_price as currentPrice",
      "on_sale as onSale",
      "price_steps as priceSteps",
      "version",
    ])
    .orderBy("name")
    .limit(MOST_SHOWN)
    .execute(),
);

export type SteppedProductView = Awaited<ReturnType<typeof findSteppedProducts>>[number];

/** So many are named; the others are counted. */
const NAMED = 5;

/**
 * Products of which more costs less in total than fewer do, for everybody or for a list: how many, and the first few by
 * name. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findCheaperInTotal = read(["products.edit", "customers.view"], async (context: Context) => {
  const found = (await findSteppedProducts(context)).filter((product) => cheaperTotals(product).length > 0);
  return { count: found.length, products: found.slice(0, NAMED).map(({ id, name }) => ({ id, name })) };
});

export type CheaperInTotal = Awaited<ReturnType<typeof findCheaperInTotal>>;
