import { defineEntity, type Opt, p } from "@mikro-orm/core";
import {
  batchStatuses,
  certificationClasses,
  creditStatuses,
  type MetalContents,
} from "#server/batches/batch.ts";
import { updatedAt } from "./columns.ts";
import { OrderLine } from "./order.ts";
import { Parcel } from "./parcel.ts";
import { Product } from "./product.ts";

/**
 * What was made in one run. What was made is what is left, allocated to orders and written off: the database adds up
 * the rows of the last two, and refuses one that is more than is left. Never deleted.
 */
export const BatchSchema = defineEntity({
  name: "Batch",
  tableName: "batch",
  indexes: [
    // For the batch that is packed next: the oldest open one.
    {
      name: "batch_open_index",
      expression: "create index batch_open_index on batch (product_id, made_on, id) where status = 'open'",
    },
    { name: "batch_made_index", properties: ["madeOn", "id"] },
  ],
  checks: [
    // What an application identifier (10) of GS1 takes, without what an address would have to escape.
    { name: "batch_code_shape", expression: "code ~ '^[A-Z0-9][A-Z0-9.-]{0,19}$'" },
    { name: "batch_grams_made_positive", expression: "grams_made > 0" },
    {
      name: "batch_grams_add_up",
      expression: "grams_allocated >= 0 and grams_written_off >= 0 and grams_left >= 0",
    },
    // Statements never add up to more than there is of it.
    { name: "batch_grams_stated_within_made", expression: "grams_stated between 0 and grams_made" },
    {
      name: "batch_credits_have_a_holder",
      expression: "(credit_status = 'issued') = (credits_issued_to <> '')",
    },
    {
      name: "batch_certificate_has_a_class",
      expression: "certification_class <> 'none' or certificate_number = ''",
    },
  ],
  properties: {
    id: p.integer().primary(),
    /** On the label and in its address, such as 2026-11-A. */
    code: p.string().length(20).unique("batch_code_unique"),
    product: () => p.manyToOne(Product).index("batch_product_index"),
    madeOn: p.date(),
    feedstock: p.string().length(200),
    /** Where the feedstock grew; "" where nobody has said. */
    feedstockOrigin: p.string().length(200).default(""),
    /** The highest temperature in the kiln, in degrees Celsius. */
    kilnCelsius: p.integer(),
    gramsMade: p.integer(),
    /** The sums of its allocations and of what was written off, kept by triggers. */
    gramsAllocated: p.integer().default(0),
    gramsWrittenOff: p.integer().default(0),
    gramsLeft: p
      .integer()
      .$type<Opt<number>>()
      .generated("(grams_made - grams_allocated - grams_written_off) stored"),
    /** The sum of what carbon statements say of it, those that are revoked apart; kept by triggers. */
    gramsStated: p.integer().default(0),
    status: p.enum(batchStatuses).default("open"),
    /** Why it is in quarantine; read by staff. */
    quarantineReason: p.string().length(300).default(""),
    /** When it was called back, for as long as it stays in quarantine; everybody reads that. */
    recalledAt: p.datetime().nullable(),
    creditStatus: p.enum(creditStatuses).default("not_assessed"),
    /** Whose credits they are, with the registry; "" unless issued. */
    creditsIssuedTo: p.string().length(200).default(""),
    /** What the producer states that transport emits, in grams of CO2 per kilogram of the product; none where unstated. */
    transportGramsPerKilogram: p.integer().nullable(),
    /** Of the European Biochar Certificate. */
    certificationClass: p.enum(certificationClasses).default("none"),
    /** Under which its certifier lists it; "" where nobody has said, and without a class. */
    certificateNumber: p.string().length(100).default(""),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);

/** What a laboratory measured of a batch; the newest one counts. Never changed or deleted. */
export const BatchAnalysisSchema = defineEntity({
  name: "BatchAnalysis",
  tableName: "batch_analysis",
  indexes: [{ name: "batch_analysis_batch_index", properties: ["batch", "analysedOn", "id"] }],
  checks: [
    {
      name: "batch_analysis_shares",
      expression:
        "organic_carbon between 1 and 10000 and ash between 0 and 10000 and water between 0 and 9999 and hydrogen_to_carbon >= 0 and ph between 0 and 1400 and pah >= 0",
    },
  ],
  properties: {
    id: p.integer().primary(),
    batch: () => p.manyToOne(Batch),
    /** Made with its form, or from what it states: sent twice, it is one. */
    key: p.string().length(100).unique("batch_analysis_key_unique"),
    laboratory: p.string().length(200),
    analysedOn: p.date(),
    /** Organic carbon of the dry matter, in hundredths of a percent. */
    organicCarbon: p.integer(),
    /** Molar H/Corg, in thousandths. */
    hydrogenToCarbon: p.integer().nullable(),
    /** Of the dry matter, in hundredths of a percent. */
    ash: p.integer().nullable(),
    /** Of the product as it is sold, in hundredths of a percent. */
    water: p.integer().nullable(),
    /** In hundredths. */
    ph: p.integer().nullable(),
    /** The sum of the 16 PAH of the EPA, in micrograms per kilogram of dry matter. */
    pah: p.integer().nullable(),
    metals: p.json<MetalContents>().defaultRaw("'{}'"),
    /** The laboratory's report: a `MediaDocument`, and the name that its file is given. */
    documentHash: p.string().length(64).nullable(),
    documentName: p.string().length(200).default(""),
    enteredBy: p.string().length(200),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class BatchAnalysis extends BatchAnalysisSchema.class {}
BatchAnalysisSchema.setClass(BatchAnalysis);

/** Units of an order line that came from a batch. What comes back into stock leaves it again. */
export const BatchAllocationSchema = defineEntity({
  name: "BatchAllocation",
  tableName: "batch_allocation",
  indexes: [{ name: "batch_allocation_batch_index", properties: ["batch", "id"] }],
  checks: [
    {
      name: "batch_allocation_quantity",
      expression:
        "quantity > 0 and returned_quantity between 0 and quantity and restocked_quantity between 0 and returned_quantity and grams >= 0",
    },
  ],
  properties: {
    id: p.integer().primary(),
    batch: () => p.manyToOne(Batch),
    orderLine: () => p.manyToOne(OrderLine).index("batch_allocation_order_line_index"),
    /** What it went out in; none for what was collected, or sold at the counter. */
    parcel: () => p.manyToOne(Parcel).nullable().index("batch_allocation_parcel_index"),
    quantity: p.integer(),
    /** Units of these that came back, and those that went into stock again. */
    returnedQuantity: p.integer().default(0),
    restockedQuantity: p.integer().default(0),
    /** What the units that are not in stock again weigh, net. */
    grams: p.integer(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class BatchAllocation extends BatchAllocationSchema.class {}
BatchAllocationSchema.setClass(BatchAllocation);

/** What of a batch is lost, spilt or kept as a sample. Never changed or deleted. */
export const BatchWriteOffSchema = defineEntity({
  name: "BatchWriteOff",
  tableName: "batch_write_off",
  checks: [{ name: "batch_write_off_grams_positive", expression: "grams > 0" }],
  properties: {
    id: p.integer().primary(),
    batch: () => p.manyToOne(Batch).index("batch_write_off_batch_index"),
    /** Made with its form: sent twice, it is one. */
    key: p.string().length(100).unique("batch_write_off_key_unique"),
    grams: p.integer(),
    reason: p.string().length(300),
    writtenOffBy: p.string().length(200),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class BatchWriteOff extends BatchWriteOffSchema.class {}
BatchWriteOffSchema.setClass(BatchWriteOff);
