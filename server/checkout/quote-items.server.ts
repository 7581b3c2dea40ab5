import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { type DeliveryOption, quoteDelivery } from "#server/pricing/delivery.ts";
import { unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import type { Place } from "#server/pricing/delivery-zones.ts";
import { loadsInWords } from "#server/pricing/loads.ts";
import type { Pence } from "#server/pricing/money.ts";
import { deliveryLinesOf, subtotalOf } from "#server/pricing/totals.ts";
import { type RequestedLine, readProducts } from "./hold-stock.server.ts";
import { pricingRulesOf } from "./quote-checkout.ts";
import { priceLines } from "./start-checkout.server.ts";

/** What it costs to bring some products to a place. */
export interface QuotedItems {
  served: boolean;
  subtotal: Pence;
  /** None where delivery has no price. */
  options: DeliveryOption[];
  /** How it travels, or why it has no price; "" where there is nothing to say. */
  message: string;
}

/**
 * Quotes what is not in a cart, at the prices of this moment. Holds nothing.
 * @throws ShopError `validation_failed` for a product that is not sold, `rate_limited`
 */
export async function quoteItems(
  context: Context,
  items: readonly RequestedLine[],
  place: Place,
): Promise<QuotedItems> {
  await countAgainstLimit(context, "search");
  const ids = items.map(({ productId }) => productId);
  const products = await readProducts(context.em, ids, context.clock.now());
  const unknown = ids.filter((id) => products.get(id)?.isArchived !== false);
  if (unknown.length > 0) {
    const message = `There is no product with id ${unknown.join(", ")}.`;
    throw new ShopError("validation_failed", message, { fields: { items: [message] } });
  }
  const lines = priceLines(items, products, { settings: context.settings, tradeList: tradeListOf(context) });
  const { deliveryRule } = pricingRulesOf(context.settings);
  const quote = quoteDelivery(deliveryLinesOf(lines), place, deliveryRule);
  const subtotal = subtotalOf(lines);
  if (quote.kind !== "quoted") {
    return { served: quote.kind !== "not_served", subtotal, options: [], message: unquotedMessage(quote) };
  }
  const message = quote.loads ? `Travels as ${loadsInWords(quote.loads)}.` : "";
  return { served: true, subtotal, options: quote.options, message };
}
