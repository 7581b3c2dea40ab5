import { defineEntity, p } from "@mikro-orm/core";
import { faqCategories } from "#server/content/content-views.ts";

/** A question with its answer on the Q&A page. */
export const FaqEntrySchema = defineEntity({
  name: "FaqEntry",
  tableName: "faq_entry",
  indexes: [{ name: "faq_entry_order_index", properties: ["category", "position", "id"] }],
  properties: {
    id: p.integer().primary(),
    category: p.enum(faqCategories),
    question: p.string().length(300),
    /** Markdown. */
    answer: p.text(),
    /** Its place in the category; ties by id. */
    position: p.integer().default(0),
    published: p.boolean().default(false),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class FaqEntry extends FaqEntrySchema.class {}
FaqEntrySchema.setClass(FaqEntry);
