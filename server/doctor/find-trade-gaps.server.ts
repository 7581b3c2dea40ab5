import { read } from "#server/access/read.server.ts";
import { findDoubtfulRates } from "#server/catalogue/doubtful-rates.server.ts";
import type { Context } from "#server/core/context.ts";
import { type Environment, isPublic, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { findKnownSignIns } from "#server/identity/demo-accounts.server.ts";
import { paymentModes } from "#server/payments/provider-list.ts";
import type { SetupGap, SetupQuestion } from "#server/payments/provider-setup.ts";
import { providers } from "#server/payments/providers.server.ts";
import { rateGapsOf, type TradeEnvironment, type TradeGap, tradeGapsOf } from "./launch-checklist.ts";
import { readOpeningFacts } from "./opening-facts.server.ts";

/** What stands between the shop and honest trade. @throws ShopError `unauthenticated`, `forbidden` */
export const findTradeGaps = read("health.view", async (context: Context): Promise<TradeGap[]> => {
  const environment = await readTradeEnvironment(context);
  return [
    ...rateGapsOf(await findDoubtfulRates(context), environment, context.settings.currency),
    ...tradeGapsOf(context.settings, environment),
  ];
});

/** What trade depends on beside the settings. The rows say whether demo data is here: the environment may have changed since. */
export async function readTradeEnvironment({ em }: Pick<Context, "em">): Promise<TradeEnvironment> {
  return {
    ...tradeEnvironmentOf(readEnvironment()),
    hasKnownSignIns: (await findKnownSignIns(em.fork())).length > 0,
    opening: await readOpeningFacts(em.fork()),
  };
}

/** The environment as far as trade depends on it; no secret leaves it. */
export function tradeEnvironmentOf(
  environment: Environment,
): Omit<TradeEnvironment, "hasKnownSignIns" | "opening"> {
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

/**
 * What the providers' own settings lack for this shop: asks those whose keys are set, live or test, when the shop has
 * a public address. One that cannot be asked is a gap by itself: nobody knows then whether its events come.
 */
export async function findProviderGaps(
  context: Pick<Context, "gateways">,
  { payments, publicUrl }: Pick<TradeEnvironment, "payments" | "publicUrl">,
): Promise<SetupGap[]> {
  if (publicUrl === null || !isPublic({ PUBLIC_URL: publicUrl })) return [];
  const address = publicUrl.replace(/\/$/, "");
  const gaps: SetupGap[] = [];
  for (const { id, setupQuestions } of providers) {
    if (!payments[id]) continue;
    for (const question of setupQuestions(context, address)) gaps.push(...(await answer(question)));
  }
  return gaps;
}

/** Keys and permissions that do not suffice are told in the provider's own words, which name what is missing. */
async function answer({ about, findGaps }: SetupQuestion): Promise<SetupGap[]> {
  try {
    return await findGaps();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ title: "A provider could not be asked", sentence: `It is not known ${about}: ${reason}` }];
  }
}
