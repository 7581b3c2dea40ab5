import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { ShopOpening } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { findKnownSignIns } from "#server/accounts/demo-accounts.server.ts";
import { countProducts } from "#server/catalogue/find-staff-products.server.ts";
import type { Context } from "#server/core/context.ts";
import { type Environment, isPublic, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { staffRoles } from "#server/core/roles.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { type PaymentModes, paymentModes, providerIds } from "#server/payments/provider-list.ts";
import type { SetupProblem, SetupQuestion } from "#server/payments/provider-profile.ts";
import { providers } from "#server/payments/providers.server.ts";
import {
  type ChecklistItem,
  type OpeningFacts,
  openItemsOf,
  type TradeEnvironment,
} from "./launch-checklist.ts";
import type { PaymentsCheck } from "./opening-steps.ts";

/** What stands between the shop and honest trade. @throws ShopError `unauthenticated`, `forbidden` */
export const findOpenItems = read("health.view", async (context: Context): Promise<ChecklistItem[]> => {
  return openItemsOf(context.settings, await readTradeEnvironment(context));
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
  for (const { title, sentence, isUrgent } of await findOpenItems(context)) {
    if (isUrgent) log("warn", `not fit to take real money: ${title}. ${sentence}`);
  }
}

/**
 * What the providers' own settings lack for this shop: asks those whose keys are set, live or test, when the shop has
 * a public address. One that cannot be asked is a gap by itself: nobody knows then whether its events come.
 */
export async function findProviderProblems(
  context: Pick<Context, "gateways">,
  { payments, publicUrl }: Pick<TradeEnvironment, "payments" | "publicUrl">,
): Promise<SetupProblem[]> {
  if (publicUrl === null || !isPublic({ PUBLIC_URL: publicUrl })) return [];
  const checks = await askProviders(context, { payments, publicUrl });
  return Object.values(checks).flatMap(({ gaps }) => gaps);
}

/** Asks each provider whose keys are set, live or test, about its settings for a shop at this address. */
export async function askProviders(
  context: Pick<Context, "gateways">,
  { payments, publicUrl }: { payments: PaymentModes; publicUrl: string },
): Promise<PaymentsCheck["providers"]> {
  const address = publicUrl.replace(/\/$/, "");
  const checks: PaymentsCheck["providers"] = {};
  for (const { id, setupQuestions } of providers) {
    const mode = payments[id];
    if (!mode) continue;
    const answers = await Promise.all(setupQuestions(context, address).map(answer));
    checks[id] = {
      mode,
      answered: answers.some(({ answered }) => answered),
      gaps: answers.flatMap(({ gaps }) => gaps),
    };
  }
  return checks;
}

/** Somebody waits for the page that shows what they say. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** Keys and permissions that do not suffice are told in the provider's own words, which name what is missing. */
async function answer({
  about,
  findProblems,
}: SetupQuestion): Promise<{ answered: boolean; gaps: SetupProblem[] }> {
  const ending = new AbortController();
  try {
    const late = wait(PROVIDER_TIMEOUT_MS, undefined, { signal: ending.signal }).then(() => {
      throw new Error(`there was no answer within ${PROVIDER_TIMEOUT_MS / 1000} seconds.`);
    });
    return { answered: true, gaps: await Promise.race([findProblems(), late]) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const gap = { title: "A provider could not be asked", sentence: `It is not known ${about}: ${reason}` };
    return { answered: false, gaps: [gap] };
  } finally {
    ending.abort();
  }
}

const rowSchema = z.object({
  demoRows: z.number(),
  lastEvents: z.partialRecord(z.enum(providerIds), z.object({ at: z.string(), isTest: z.boolean() })),
  hasRefundedPayment: z.boolean(),
  staffWithoutFactor: z.array(z.string()),
});

/** What was done to open the shop beside its settings and its environment. */
export async function readOpeningFacts(em: EntityManager): Promise<OpeningFacts> {
  const opening = await em.findOne(ShopOpening, 1);
  const opened = opening?.opened ?? null;
  const found = await rawRow(
    em,
    rowSchema,
    `select (select count(*)::int from demo_record) as "demoRows",
       (select coalesce(jsonb_object_agg(asked.id, jsonb_build_object(
             'at', to_char(event.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
             'isTest', coalesce(event.payload->>'livemode' = 'false', false))), '{}')
         from unnest(?::text[]) as asked (id)
         cross join lateral (select received_at, payload from provider_event
           where provider = asked.id order by received_at desc limit 1) event) as "lastEvents",
       ${opened ? "true" : REFUNDED_PAYMENT} as "hasRefundedPayment",
       array(select name from user_account person
         where role = any(?) and is_active
           and not exists (select from two_factor where user_id = person.id and confirmed_at is not null)
           and not exists (select from passkey where user_id = person.id)
         order by name limit 20) as "staffWithoutFactor"`,
    [`{${providerIds.join(",")}}`, `{${staffRoles.join(",")}}`],
  );
  const { hasMeasuredDensity, unweighed } = await countProducts(em);
  return {
    ...found,
    hasMeasuredDensity,
    unweighedProducts: unweighed,
    opened,
    mailTest: opening?.mailTest ?? null,
    textsRead: opening?.textsRead ?? {},
    paymentsCheck: opening?.paymentsCheck ?? null,
  };
}

/** One that the demo did not make and that no event calls a test. */
const REFUNDED_PAYMENT = `exists (select from refund join payment on payment.id = refund.payment_id
  where refund.status = 'succeeded'
    and not exists (select from demo_record
      where table_name = 'payment' and record_id = payment.id::text)
    and not exists (select from provider_event event
      where event.provider = payment.provider and event.payload->>'livemode' = 'false'
        and event.payload->'data'->'object'->>'id' = payment.provider_payment_id))`;
