import { defineEntity, p } from "@mikro-orm/core";
import { biocharUses } from "#server/evidence/biochar-uses.ts";
import { Order } from "./order.ts";

/** What the buyer of an order says became of its biochar: evidence for whoever certifies. */
export const UseStatementSchema = defineEntity({
  name: "UseStatement",
  tableName: "use_statement",
  checks: [
    { name: "use_statement_grams_positive", expression: "grams_applied > 0" },
    {
      name: "use_statement_weighed",
      expression:
        "application_rate > 0 and truck_departure_kilograms >= 0 and truck_arrival_kilograms > truck_departure_kilograms",
    },
  ],
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
    /** What staff entered of a weighbridge's tickets: the lorry with its load, and without. */
    truckArrivalKilograms: p.integer().nullable(),
    truckDepartureKilograms: p.integer().nullable(),
    /** In kilograms per hectare. */
    applicationRate: p.integer().nullable(),
    /** The registry's own ids of the batch and of the place. */
    productionBatchId: p.string().length(37).default(""),
    storageSiteId: p.string().length(37).default(""),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class UseStatement extends UseStatementSchema.class {}
UseStatementSchema.setClass(UseStatement);
