import { defineEntity, p } from "@mikro-orm/core";
import { Order } from "./order.ts";
import { User } from "./user.ts";

/**
 * What staff wrote down for each other about an order, about somebody with an account, or about a guest, who is known
 * by an address alone. No shopper's page shows it; it is part of what a person may ask for (docs/rules.md#accounts-14).
 */
export const StaffNoteSchema = defineEntity({
  name: "StaffNote",
  tableName: "staff_note",
  checks: [
    { name: "staff_note_about_one_thing", expression: "num_nonnulls(order_id, customer_id, email) = 1" },
  ],
  indexes: [
    {
      name: "staff_note_email_index",
      expression: "create index staff_note_email_index on staff_note (lower(email)) where email is not null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).nullable().deleteRule("cascade").index("staff_note_order_index"),
    customer: () => p.manyToOne(User).nullable().deleteRule("cascade").index("staff_note_customer_index"),
    email: p.string().length(254).nullable(),
    /** Made with the form, so that a form sent twice is one note. */
    key: p.string().length(36).unique("staff_note_key_unique"),
    text: p.string().length(2000),
    author: () => p.manyToOne(User).nullable().deleteRule("set null").index("staff_note_author_index"),
    authorName: p.string().length(200),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class StaffNote extends StaffNoteSchema.class {}
StaffNoteSchema.setClass(StaffNote);
