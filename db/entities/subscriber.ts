import { defineEntity, p } from "@mikro-orm/core";
import { subscriberStates } from "#server/newsletter/subscriber.ts";

/** An address that asked for the newsletter; only a confirmed one is ever mailed (docs/rules.md#newsletter-2). */
export const SubscriberSchema = defineEntity({
  name: "Subscriber",
  tableName: "newsletter_subscriber",
  indexes: [
    {
      name: "subscriber_email_unique",
      expression: "create unique index subscriber_email_unique on newsletter_subscriber (lower(email))",
    },
    {
      name: "subscriber_search_index",
      expression:
        "create index subscriber_search_index on newsletter_subscriber using gin (lower(email) gin_trgm_ops)",
    },
    { name: "subscriber_state_index", properties: ["state", "id"] },
  ],
  properties: {
    id: p.integer().primary(),
    email: p.string().length(254),
    state: p.enum(subscriberStates).default("pending"),
    /** The evidence of consent: to which words, where and when. */
    consentWording: p.string().length(500),
    consentSource: p.string().length(50),
    consentAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    unsubscribedAt: p.datetime().nullable(),
    /** The code that was mailed last, signed; none once it was used. */
    codeHash: p.string().length(64).nullable().hidden(),
    codeTries: p.integer().default(0),
    codeExpiresAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class Subscriber extends SubscriberSchema.class {}
SubscriberSchema.setClass(Subscriber);
