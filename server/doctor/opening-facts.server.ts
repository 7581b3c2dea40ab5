import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { ShopOpening } from "#db/entities/index.ts";
import { staffRoles } from "#server/access/roles.ts";
import { countProducts } from "#server/catalogue/product-counts.server.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import type { OpeningFacts } from "./launch-checklist.ts";

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
