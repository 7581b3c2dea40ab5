import type { Context } from "#server/core/context.ts";
import { isPublic } from "#server/core/env.server.ts";
import type { SetupGap, SetupQuestion } from "#server/payments/provider-setup.ts";
import { providers } from "#server/payments/providers.server.ts";
import type { TradeEnvironment } from "./launch-checklist.ts";

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
