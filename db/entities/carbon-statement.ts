import { defineEntity, p } from "@mikro-orm/core";
import { biocharUses } from "#server/statements/evidence.ts";
import { Batch } from "./batch.ts";
import { updatedAt } from "./columns.ts";
import { Order, OrderLine } from "./order.ts";

/**
 * What the biochar of an order stores, signed. Never changed but for its revocation, and never deleted: an order has
 * one that is not revoked, at most. It names no person: who is erased leaves it as it is.
 */
export const CarbonStatementSchema = defineEntity({
  name: "CarbonStatement",
  tableName: "carbon_statement",
  indexes: [
    {
      name: "carbon_statement_valid_unique",
      expression:
        "create unique index carbon_statement_valid_unique on carbon_statement (order_id) where revoked_at is null",
    },
  ],
  properties: {
    /** Also its place in the list of revocations. */
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("carbon_statement_order_index"),
    /** The id of its credential. */
    publicId: p.uuid().unique("carbon_statement_public_id_unique"),
    /** The key that signed it. */
    keyId: p.string().length(100),
    /** The method by which its figures were calculated, with its version. */
    method: p.string().length(100),
    /** CO2 that its measured lines store, less stated transport, in grams. */
    gramsStored: p.integer(),
    /** The credential as it was signed, byte for byte. */
    credential: p.text(),
    issuedAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    revokedBecause: p.string().length(300).default(""),
  },
});

export class CarbonStatement extends CarbonStatementSchema.class {}
CarbonStatementSchema.setClass(CarbonStatement);

/** A line of a statement that has a batch with an analysis; lines without one are in the credential alone. */
export const CarbonStatementLineSchema = defineEntity({
  name: "CarbonStatementLine",
  tableName: "carbon_statement_line",
  checks: [
    { name: "carbon_statement_line_grams_positive", expression: "grams > 0" },
    // Pure carbon, all of which stays, would store as much.
    { name: "carbon_statement_line_grams_possible", expression: "grams_stored <= grams::bigint * 44 / 12" },
  ],
  properties: {
    statement: () => p.manyToOne(CarbonStatement).primary().deleteRule("no action").updateRule("no action"),
    orderLine: () => p.manyToOne(OrderLine).primary().deleteRule("no action").updateRule("no action"),
    batch: () =>
      p
        .manyToOne(Batch)
        .primary()
        .deleteRule("no action")
        .updateRule("no action")
        .index("carbon_statement_line_batch_index"),
    /** Grams of the batch that it is about. */
    grams: p.integer(),
    /** CO2 that these store, less stated transport, in grams. */
    gramsStored: p.integer(),
  },
});

export class CarbonStatementLine extends CarbonStatementLineSchema.class {}
CarbonStatementLineSchema.setClass(CarbonStatementLine);

/**
 * A key that signs statements: its public half, which stays published when another one takes over, and until then its
 * private one. Never deleted.
 */
export const SigningKeySchema = defineEntity({
  name: "SigningKey",
  tableName: "signing_key",
  indexes: [
    {
      name: "signing_key_active_unique",
      expression:
        "create unique index signing_key_active_unique on signing_key ((true)) where retired_at is null",
    },
  ],
  checks: [
    { name: "signing_key_private_until_retired", expression: "retired_at is null or private_key = ''" },
  ],
  properties: {
    /** The fragment of its address in the shop's DID document. */
    id: p.string().length(100).primary(),
    publicKeyMultibase: p.string().length(200).unique("signing_key_public_key_unique"),
    /** Encrypted as `sealFor` does it; "" once it is retired, as nothing is signed with it any more. */
    privateKey: p.string().length(400).default("").hidden().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
    /** When another one took over; what it signed stays valid. */
    retiredAt: p.datetime().nullable(),
  },
});

export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);

/** What the buyer of an order says became of its biochar: evidence for anyone who certifies. */
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
    /** The registry's own ids of the batch and of the place; "" of the place once the person is erased. */
    productionBatchId: p.string().length(37).default(""),
    storageSiteId: p.string().length(37).default(""),
    updatedAt: updatedAt(),
  },
});

export class UseStatement extends UseStatementSchema.class {}
UseStatementSchema.setClass(UseStatement);
