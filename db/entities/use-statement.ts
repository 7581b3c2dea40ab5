import { defineEntity, p } from "@mikro-orm/core";
import { biocharUses } from "#server/evidence/biochar-uses.ts";
import { Order } from "./order.ts";

/** What the buyer of an order says became of its biochar: evidence for whoever certifies. */
export const UseStatementSchema = defineEntity({
  name: "UseStatement",
  tableName: "use_statement",
  checks: [{ name: "use_statement_grams_positive", expression: "grams_applied > 0" }],
  properties: {
    order: () => p.manyToOne(Order).primary().deleteRule("no action").updateRule("no action"),
    /** None where the question was only asked again by mail. */
    use: p.enum(biocharUses).nullable(),
    /** In their words where they chose "other". */
    usedAs: p.string().length(200).default(""),
    statedAt: p.datetime().nullable(),
    /** When the mail after thirty days was sent. */
    askedAgainAt: p.datetime().nullable(),
    /** Where it was applied: the first half of a postcode; none once the person is erased, or where nobody has said. */
    outwardCode: p.string().length(10).nullable(),
    appliedOn: p.date().nullable(),
    gramsApplied: p.integer().nullable(),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class UseStatement extends UseStatementSchema.class {}
UseStatementSchema.setClass(UseStatement);
