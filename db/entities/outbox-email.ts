import { defineEntity, p } from "@mikro-orm/core";

/** A mail that was promised: written in the transaction that causes it, sent by a job. */
export const OutboxEmailSchema = defineEntity({
  name: "OutboxEmail",
  tableName: "outbox_email",
  indexes: [
    {
      name: "outbox_email_recipient_index",
      expression:
        "create index outbox_email_recipient_index on outbox_email (lower(recipient) text_pattern_ops, id)",
    },
    {
      name: "outbox_email_unsent_index",
      expression: "create index outbox_email_unsent_index on outbox_email (id) where sent_at is null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    /** What makes the mail unique, such as `order-confirmation:42`: it is never queued twice. */
    key: p.string().length(200).unique("outbox_email_key_unique"),
    template: p.string().length(50),
    recipient: p.string().length(254),
    subject: p.string().length(300),
    html: p.text(),
    text: p.text(),
    /** Where one click ends a subscription (RFC 8058); null for what a person cannot unsubscribe from. */
    unsubscribeUrl: p.string().length(500).nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("outbox_email_created_index"),
    sentAt: p.datetime().nullable(),
    failureMessage: p.string().length(500).nullable(),
  },
});

export class OutboxEmail extends OutboxEmailSchema.class {}
OutboxEmailSchema.setClass(OutboxEmail);
