import { Product } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { condition, idRow, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { cheaperTotals } from "#server/pricing/price-steps.ts";
import { noteLowStock } from "./low-stock.server.ts";
import { priceCommands } from "./price-commands.ts";
import { bulkChanged, bulkChangeError, productCommands } from "./product-commands.ts";
import { inHomeGrid } from "./product-rows.server.ts";
import { updateProduct } from "./update-product.server.ts";
import { assertCurrentVersion, lockForEdit, stateOf, writeProduct } from "./write-product.server.ts";

/** So many are named; the others are counted. */
const NAMED = 5;

/**
 * Changes price and stock of several products: all of them or, when one cannot take it, none.
 * @throws ShopError `not_found`, `conflict`, `validation_failed` naming those products
 */
export const changeProducts = command(
  productCommands.changeMany,
  async (context, change): Promise<{ changed: number }> => {
    const expectedById = new Map(change.products.map((expected) => [expected.id, expected]));
    return inTransaction(context.em, async (em) => {
      const products = await lockForEdit(em, [...expectedById.keys()]);
      const errors: string[] = [];
      const planned = products.map((product) => {
        const expected = expectedById.get(product.id);
        assertCurrentVersion(product, expected?.seenVersion ?? 0);
        const next = bulkChanged(stateOf(product), change, expected?.seenStock ?? 0);
        const error = bulkChangeError(next, context.settings.currency);
        if (error) errors.push(`${product.name}: ${error}`);
        return { product, next, before: product.stockQuantity };
      });
      if (errors.length > 0) throw new ShopError("validation_failed", listOf(errors));
      for (const { product, next } of planned) {
        await writeProduct(em, context, product, next, { action: "changed in bulk" });
      }
      const stocks = planned.map(({ product, next, before }) => ({
        id: product.id,
        before,
        after: next.stockQuantity,
      }));
      await noteLowStock(em, context, stocks);
      return { changed: planned.length };
    });
  },
);

function listOf(errors: string[]): string {
  const more = errors.length - NAMED;
  const examples = errors.slice(0, NAMED).join("; ");
  return `Nothing was changed. ${examples}${more > 0 ? `; and ${more} more` : ""}.`;
}

/**
 * Renames a category; when another one has the name already, the two become one.
 * @returns how many products changed
 * @throws ShopError `not_found` when no product has it
 */
export const renameCategory = command(
  productCommands.renameCategory,
  async (context, { from, to }): Promise<{ changed: number }> => {
    return inTransaction(context.em, async (em) => {
      const rows = await rawRows(
        em,
        idRow,
        `with locked as (select id from product where category = ? order by id for no key update)
       update product set category = ?, version = version + 1, updated_at = ?
         from locked where product.id = locked.id returning product.id`,
        [from, to, context.clock.now()],
      );
      if (rows.length === 0) throw new ShopError("not_found", `No product is in "${from}" any more.`);
      invalidateOnCommit(em, "catalogue");
      await recordChange(em, context, {
        area: "products",
        action: "category renamed",
        subjectId: to,
        subjectName: to,
        before: { category: from },
        after: { category: to },
      });
      return { changed: rows.length };
    });
  },
);

/**
 * Sets which products stand in the home grid, and in which order. A product that was left out of the grid is shown
 * once it is given a place (docs/rules.md#catalogue-4).
 * @throws ShopError `not_found` for a product that is not sold, `conflict` when the grid was changed meanwhile
 */
export const reorderHomeProducts = command(
  productCommands.reorderHome,
  async (context, { ids, seenIds }): Promise<void> => {
    if (new Set(ids).size !== ids.length)
      throw new ShopError("validation_failed", "A product can stand there once.");
    await inTransaction(context.em, async (em) => {
      // One person reorders at a time.
      await em.execute("select pg_advisory_xact_lock(hashtext('home grid'))");
      const current = await inHomeGrid(typedSql(em)).select(["id", "name"]).execute();
      if (current.some(({ id }, index) => id !== seenIds[index])) {
        throw new ShopError(
          "conflict",
          "Somebody else changed the home grid meanwhile. Nothing was overwritten.",
        );
      }
      const products = await lockForEdit(em, ids);
      if (products.some(({ archivedAt }) => archivedAt !== null)) {
        throw new ShopError("not_found", "One of these products is no longer sold.");
      }
      await em.nativeUpdate(Product, { homePosition: { $ne: null } }, { homePosition: null });
      for (const [index, id] of ids.entries()) {
        await em.nativeUpdate(Product, { id }, { homePosition: index + 1, showOnHome: true });
      }
      invalidateOnCommit(em, "catalogue");
      const nameOf = (id: number) => products.find((product) => product.id === id)?.name ?? "";
      await recordChange(em, context, {
        area: "products",
        action: "home grid reordered",
        subjectId: "home-grid",
        subjectName: "Home page grid",
        before: { products: current.map(({ name }) => name) },
        after: { products: ids.map(nameOf) },
      });
    });
  },
);

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

/**
 * Products of which more costs less in total than fewer do, for everybody or for a list: how many, and the first few by
 * name. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findCheaperInTotal = read(["products.edit", "customers.view"], async (context: Context) => {
  const found = (await findSteppedProducts(context)).filter((product) => cheaperTotals(product).length > 0);
  return { count: found.length, products: found.slice(0, NAMED).map(({ id, name }) => ({ id, name })) };
});

export type CheaperInTotal = Awaited<ReturnType<typeof findCheaperInTotal>>;
