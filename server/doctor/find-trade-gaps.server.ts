import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type Environment, readEnvironment, wantsDemoData } from "#server/core/env.server.ts";
import { type TradeEnvironment, type TradeGap, tradeGapsOf } from "./trade-gaps.ts";

/** What stands between the shop and honest trade. @throws ShopError `unauthenticated`, `forbidden` */
export function findTradeGaps(context: Context): TradeGap[] {
  requirePermission(context, "settings.view:any");
  return tradeGapsOf(context.settings, tradeEnvironmentOf(readEnvironment()));
}

/** The environment as far as trade depends on it; no secret leaves it. */
export function tradeEnvironmentOf(environment: Environment): TradeEnvironment {
  const { STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PAYPAL_ENVIRONMENT } = environment;
  return {
    stripe: stripeIn(STRIPE_SECRET_KEY),
    paypal: PAYPAL_CLIENT_ID === undefined ? "none" : PAYPAL_ENVIRONMENT === "sandbox" ? "test" : "live",
    publicUrl: environment.PUBLIC_URL ?? null,
    hasMailServer: environment.SMTP_URL !== undefined,
    hasDemoData: wantsDemoData(environment),
    isEmbeddedDatabase: environment.EMBEDDED_DATABASE,
    limitsRates: environment.RATE_LIMIT_FACTOR > 0,
  };
}

/** A restricted key (rk) is what Stripe advises for servers. */
function stripeIn(key: string | undefined): TradeEnvironment["stripe"] {
  if (key === undefined) return "sandbox";
  return /^(sk|rk)_live_/.test(key) ? "live" : "test";
}
