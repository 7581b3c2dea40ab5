import type { EntityManager } from "@mikro-orm/postgresql";
import { OrderLine } from "#db/entities/index.ts";
import { lockProducts } from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { type RestockedLine, restockableOf } from "./refund-rules.ts";

/**
 * Puts units of an order's lines back into stock, each unit at most once however often it is asked for. The order
 * must be locked. Returns how many units went back.
 */
export async function restockLines(
  em: EntityManager,
  { settings }: Pick<Context, "settings">,
  orderId: number,
  wanted: readonly RestockedLine[],
): Promise<number> {
  if (!settings.stockManagement) return 0;
  const lines = await em.find(OrderLine, { order: orderId });
  const returned: { productId: number; quantity: number }[] = [];
  for (const { lineId, quantity } of wanted) {
    const line = lines.find(({ id }) => id === lineId);
    const units = line ? Math.min(quantity, restockableOf(line)) : 0;
    if (!line || units <= 0) continue;
    line.restockedQuantity += units;
    returned.push({ productId: line.product.id, quantity: units });
  }
  if (returned.length === 0) return 0;
  await lockProducts(
    em,
    returned.map(({ productId }) => productId),
  );
  await em.execute(
    `update product set stock_quantity = stock_quantity + returned.quantity
       from (select "productId", sum(quantity)::int as quantity
               from jsonb_to_recordset(?::jsonb) as given("productId" int, quantity int) group by "productId") returned
      where product.id = returned."productId"`,
    [JSON.stringify(returned)],
  );
  return returned.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Every unit of an order that can still go back into stock. */
export async function allRestockable(em: EntityManager, orderId: number): Promise<RestockedLine[]> {
  const lines = await em.find(OrderLine, { order: orderId });
  return lines.map((line) => ({ lineId: line.id, quantity: restockableOf(line) }));
}
