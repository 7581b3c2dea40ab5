import type { DoubtfulRate } from "#server/catalogue/doubtful-rates.server.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { type TradeEnvironment, type TradeGap, takesRealMoney } from "./trade-gaps.ts";

/** Products that may be sold at a VAT rate nobody chose, as things that stand between the shop and honest trade. */
export function rateGapsOf(rates: readonly DoubtfulRate[], environment: TradeEnvironment): TradeGap[] {
  return rates.map((doubtful) => {
    const { changeId, productId, name, at, actorName, rateBefore, rate } = doubtful;
    const day = at.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
    return {
      key: `rate-${productId}`,
      title: "A VAT rate that nobody may have chosen",
      sentence: `“${name.trim()}” has ${rateText(rate)} since ${day}, when ${actorName} saved it${withPrice(doubtful)}; before, it had ${rateText(rateBefore)}. The form of products chose 5% by itself then. Set its rate in /admin/settings?tab=Products&edit=${productId}, or say there is nothing wrong with it in /admin.`,
      isUrgent: takesRealMoney(environment),
      where: { productId, changeId },
    };
  });
}

function withPrice({ priceBefore, price }: DoubtfulRate): string {
  if (priceBefore === null || price === null) return "";
  return ` with another price (${formatPounds(priceBefore)}, then ${formatPounds(price)})`;
}

function rateText(rate: number | null): string {
  return rate === null ? "the store's standard rate" : `a rate of ${rate / 100}%`;
}
