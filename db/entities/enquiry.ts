import { defineEntity, p } from "@mikro-orm/core";
import { User } from "./user.ts";

/** A message that somebody sent with the contact form, and what became of it. */
export const EnquirySchema = defineEntity({
  name: "Enquiry",
  tableName: "enquiry",
  indexes: [
    {
      name: "enquiry_open_index",
      expression: "create index enquiry_open_index on enquiry (id) where answered_at is null",
    },
    {
      name: "enquiry_search_index",
      expression:
        "create index enquiry_search_index on enquiry using gin (lower(name || ' ' || email || ' ' || subject) gin_trgm_ops)",
    },
    {
      name: "enquiry_email_index",
      expression: "create index enquiry_email_index on enquiry (lower(email))",
    },
  ],
  properties: {
    id: p.integer().primary(),
    name: p.string().length(200),
    email: p.string().length(254),
    subject: p.string().length(200),
    message: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    answeredAt: p.datetime().nullable(),
    answeredBy: () => p.manyToOne(User).nullable().deleteRule("set null").index("enquiry_answered_by_index"),
    /** Staff's own, such as what was answered. */
    note: p.string().length(2000).default(""),
  },
});

export class Enquiry extends EnquirySchema.class {}
EnquirySchema.setClass(Enquiry);
