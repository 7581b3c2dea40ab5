import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { productsByName } from "#server/catalogue/products-by-name.server.ts";
import { readProductRows, soldViewsOf } from "#server/catalogue/storefront/product-rows.server.ts";
import type { Context } from "#server/core/context.ts";
import { optionalRowId } from "#server/core/row-id.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { STAFF_IDLE_MS } from "#server/identity/sessions/sessions.server.ts";
import { vatModeOf, vatRateOf } from "#server/settings/store-settings.ts";
import type { CounterCustomer, CounterProduct, CounterRules, CounterSheetPage } from "./counter-sheet.ts";

const PAGE = 500;
/** The accounts with prices of their own; a shop with more finds the rest when it has a connection. */
const MOST_CUSTOMERS = 1000;

/** The products after this one; from the first on without it. */
export const counterSheetSchema = z.object({ after: optionalRowId });

/**
 * What the counter needs to sell without a connection, a page of products at a time: their prices, and with the first page the rules of
 * the shop, who asks, and the customers with prices of their own (nobody else's details leave the shop for a device).
 */
export const readCounterSheet = read(
  ["orders.create", "products.view", "customers.view"],
  async (context: Context, { after }: z.output<typeof counterSheetSchema>): Promise<CounterSheetPage> => {
    const rows = await productsByName(typedSql(context.em), readProductRows, {
      conditions: [condition`archived_at is null`],
      search: "",
      after,
      limit: PAGE + 1,
    });
    const products = soldViewsOf(context, rows.slice(0, PAGE)).map(
      (product): CounterProduct => ({
        id: product.id,
        name: product.name,
        currentPrice: product.currentPrice,
        priceSteps: product.priceSteps.map(({ minQuantity, price, tradeList }) => ({
          minQuantity,
          price,
          tradeList,
        })),
        taxRate: vatRateOf(context.settings, product.taxRate),
        stockQuantity: product.stockQuantity,
      }),
    );
    const next = rows.length > PAGE ? (products.at(-1)?.id ?? null) : null;
    if (after !== undefined) return { products, next, first: null };
    return {
      products,
      next,
      first: { rules: rulesOf(context), customers: await findTradeCustomers(context) },
    };
  },
);

function rulesOf({ settings, actor, clock }: Context): CounterRules {
  const at = clock.now().getTime();
  return {
    at,
    until: at + STAFF_IDLE_MS,
    person:
      actor.kind === "user"
        ? { id: actor.id, name: actor.name, role: actor.role, session: actor.sessionId }
        : null,
    storeName: settings.storeName,
    currency: settings.currency,
    vatMode: vatModeOf(settings),
    taxEnabled: settings.taxEnabled,
    taxLabel: settings.taxLabel,
  };
}

async function findTradeCustomers({ em }: Context): Promise<CounterCustomer[]> {
  return typedSql(em)
    .selectFrom("user_account")
    .where(condition`trade_list_code is not null and erased_at is null and is_active`)
    .orderBy("name")
    .orderBy("id")
    .limit(MOST_CUSTOMERS)
    .select(["id", "name", "email", "phone", "address", "city", "postcode", "trade_list_code as tradeList"])
    .execute();
}
