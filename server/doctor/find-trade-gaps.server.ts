import { requirePermission } from "#server/access/require.server.ts";
import { findDoubtfulRates } from "#server/catalogue/doubtful-rates.server.ts";
import type { Context } from "#server/core/context.ts";
import { type Environment, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { findKnownSignIns } from "#server/identity/demo-accounts.server.ts";
import { FIRST_DEMO_PAYMENT } from "#server/identity/demo-sign-ins.ts";
import { mainProvider, paymentModes } from "#server/payments/provider-list.ts";
import { rateGapsOf, type TradeEnvironment, type TradeGap, tradeGapsOf } from "./launch-checklist.ts";

/** What stands between the shop and honest trade. @throws ShopError `unauthenticated`, `forbidden` */
export async function findTradeGaps(context: Context): Promise<TradeGap[]> {
  requirePermission(context, "health.view");
  const environment = await readTradeEnvironment(context);
  return [
    ...rateGapsOf(await findDoubtfulRates(context), environment),
    ...tradeGapsOf(context.settings, environment),
  ];
}

/** What trade depends on beside the settings. The rows say whether demo data is here: the environment may have changed since. */
export async function readTradeEnvironment({ em }: Pick<Context, "em">): Promise<TradeEnvironment> {
  const demoOrder = await typedSql(em)
    .selectFrom("customer_order")
    .where("payment_method", "=", mainProvider.id)
    .where("transaction_id", "=", FIRST_DEMO_PAYMENT)
    .select("id")
    .executeTakeFirst();
  return {
    ...tradeEnvironmentOf(readEnvironment()),
    hasKnownSignIns: (await findKnownSignIns(em.fork())).length > 0,
    hasDemoOrders: demoOrder !== undefined,
  };
}

/** The environment as far as trade depends on it; no secret leaves it. */
export function tradeEnvironmentOf(
  environment: Environment,
): Omit<TradeEnvironment, "hasKnownSignIns" | "hasDemoOrders"> {
  return {
    payments: paymentModes(environment),
    publicUrl: environment.PUBLIC_URL ?? null,
    hasMailServer: environment.SMTP_URL !== undefined,
    isEmbeddedDatabase: environment.EMBEDDED_DATABASE,
    limitsRates: environment.RATE_LIMIT_FACTOR > 0,
  };
}

/** Says in the log at each start what cannot wait while real money moves. */
export async function warnAtStart(context: Context): Promise<void> {
  for (const { title, sentence, isUrgent } of await findTradeGaps(context)) {
    if (isUrgent) log("warn", `not fit to take real money: ${title}. ${sentence}`);
  }
}
