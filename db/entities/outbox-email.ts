import { defineEntity, p } from "@mikro-orm/core";

/** A mail that was promised: written in the transaction that causes it, sent by a job. */
const OutboxEmailSchema = defineEntity({
  name: "OutboxEmail",
  tableName: "outbox_email",
  properties: {
    id: p.integer().primary(),
    /** What makes the mail unique, such as `order-confirmation:42`: it is never queued twice. */
    key: p.string().length(200).unique("outbox_email_key_unique"),
    template: p.string().length(50),
    recipient: p.string().length(254),
    subject: p.string().length(300),
    html: p.text(),
    text: p.text(),
    createdAt: p.datetime().defaultRaw("now()").index("outbox_email_created_index"),
    sentAt: p.datetime().nullable(),
    failureMessage: p.string().length(500).nullable(),
  },
});

export class OutboxEmail extends OutboxEmailSchema.class {}
OutboxEmailSchema.setClass(OutboxEmail);
