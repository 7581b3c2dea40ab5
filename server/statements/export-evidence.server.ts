import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { GRAMS_WITH_CUSTOMER, IS_WITH_CUSTOMER } from "#server/batches/allocate-batches.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { ShopError } from "#server/core/errors.ts";
import { signatureOf, signingSecret } from "#server/core/secret.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { biocharUses, gradeOf } from "./evidence.ts";
import { isIsometricId } from "./evidence-commands.ts";
import { type RegistryName, registryFiles } from "./registry-rows.ts";

/** Allocations read at a time, so that a file of any length takes little memory. */
const BATCH = 1000;
/** Weighbridges are for lorries: few in a year. */
const MOST_APPLICATIONS = 10_000;

const soldRow = z.object({
  id: z.number(),
  orderId: z.number(),
  batchCode: z.string(),
  madeOn: z.string(),
  soldOn: z.string(),
  productName: z.string(),
  grams: z.number(),
  /** Of the newest analysis; null where there is none, or it does not say. Hundredths of a percent, and thousandths. */
  organicCarbon: z.number().nullable(),
  hydrogenToCarbon: z.number().nullable(),
  water: z.number().nullable(),
  countryCode: z.string(),
  use: z.enum(biocharUses).nullable(),
  outwardCode: z.string().nullable(),
  appliedOn: z.string().nullable(),
  isWeighed: z.boolean(),
});

/**
 * What was sold of the batches of a year, as a CSV file for a registry, in pieces: an order's share of a batch a row.
 * Nothing in it leads to a person.
 */
export const exportForRegistry = read(
  "evidence.export",
  async (
    context: Context,
    { registry, year }: { registry: RegistryName; year: number },
  ): Promise<AsyncGenerator<string>> => {
    const columns = Object.entries<(entry: RegistryEntry) => CsvCell>(registryFiles[registry].columns);
    const secret = await signingSecret(context.em);
    const sold = inBatches(
      BATCH,
      (after = 0) => readSold(context, year, after),
      (each) => {
        const entry = entryOf(secret, each);
        return columns.map(([, cellOf]) => cellOf(entry));
      },
    );
    return csvPieces(
      columns.map(([name]) => name),
      sold,
    );
  },
);

function readSold({ em }: Context, year: number, after: number): Promise<z.output<typeof soldRow>[]> {
  return rawRows(
    em.fork(),
    soldRow,
    `select a.id, l.order_id as "orderId", b.code as "batchCode", to_char(b.made_on, 'YYYY-MM-DD') as "madeOn",
            to_char(sales_day_of(a.created_at), 'YYYY-MM-DD') as "soldOn", p.name as "productName",
            ${GRAMS_WITH_CUSTOMER} as grams,
            n.organic_carbon as "organicCarbon", n.hydrogen_to_carbon as "hydrogenToCarbon", n.water,
            coalesce(o.shipping_address ->> 'countryCode', '') as "countryCode",
            u.use, u.outward_code as "outwardCode", to_char(u.applied_on, 'YYYY-MM-DD') as "appliedOn",
            coalesce(u.truck_arrival_kilograms is not null and u.truck_departure_kilograms is not null, false)
              as "isWeighed"
       from batch_allocation a
       join batch b on b.id = a.batch_id
       join product p on p.id = b.product_id
       join order_line l on l.id = a.order_line_id
       join customer_order o on o.id = l.order_id
       left join use_statement u on u.order_id = o.id
       left join lateral (
         select organic_carbon, hydrogen_to_carbon, water from batch_analysis
          where batch_id = b.id order by analysed_on desc, id desc limit 1
       ) n on true
      where b.made_on >= make_date(?, 1, 1) and b.made_on < make_date(?, 1, 1) and ${IS_WITH_CUSTOMER} and a.id > ?
      order by a.id limit ${BATCH}`,
    [year, year + 1, after],
  );
}

/** Biochar of one batch that one order took, as registries hear of it: no name, no address, no order number. */
export type RegistryEntry = ReturnType<typeof entryOf>;

function entryOf(secret: string, { id: _, orderId, isWeighed, ...sold }: z.output<typeof soldRow>) {
  const hasPlace = sold.outwardCode !== null && sold.appliedOn !== null;
  return {
    ...sold,
    reference: referenceOf(secret, orderId),
    grade: gradeOf({ use: sold.use, hasPlace, isWeighed }),
  };
}

/** A pseudonym: the same for an order in every file, and of no use to anyone who has only the file. */
function referenceOf(secret: string, orderId: number): string {
  return signatureOf(secret, "evidence", String(orderId)).slice(0, 22);
}

/** What staff entered of one application, all of it known. */
const weighedRow = z.object({
  orderId: z.number(),
  appliedOn: z.string(),
  truckArrivalKilograms: z.number(),
  truckDepartureKilograms: z.number(),
  /** Kilograms per hectare. */
  applicationRate: z.number(),
  productionBatchId: z.string(),
  storageSiteId: z.string(),
});

/**
 * The applications that came over a weighbridge in a year, each as Isometric's API takes it. An order of which
 * anything is not known yet, or all came back, is left out. @throws ShopError `validation_failed` where the project's
 * id is none
 */
export const exportForIsometric = read(
  "evidence.export",
  async (context: Context, { projectId, year }: { projectId: string; year: number }) => {
    if (!isIsometricId("project", projectId)) {
      const message = "Enter the project’s id, such as prj_1CTWZQGKE1S0VAXA";
      throw new ShopError("validation_failed", message, { fields: { project: [message] } });
    }
    const weighed = await rawRows(
      context.em.fork(),
      weighedRow,
      `select u.order_id as "orderId", to_char(u.applied_on, 'YYYY-MM-DD') as "appliedOn",
              u.truck_arrival_kilograms as "truckArrivalKilograms",
              u.truck_departure_kilograms as "truckDepartureKilograms", u.application_rate as "applicationRate",
              u.production_batch_id as "productionBatchId", u.storage_site_id as "storageSiteId"
         from use_statement u
        where u.applied_on >= make_date(?, 1, 1) and u.applied_on < make_date(?, 1, 1) and u.use is not null
          and u.truck_arrival_kilograms is not null and u.truck_departure_kilograms is not null
          and u.application_rate is not null and u.production_batch_id <> '' and u.storage_site_id <> ''
          and exists (
            select from batch_allocation a join order_line l on l.id = a.order_line_id
             where l.order_id = u.order_id and ${IS_WITH_CUSTOMER})
        order by u.applied_on, u.order_id limit ${MOST_APPLICATIONS}`,
      [year, year + 1],
    );
    const secret = await signingSecret(context.em);
    return weighed.map((use) => isometricApplication(projectId, referenceOf(secret, use.orderId), use));
  },
);

const KILOGRAMS_PER_TONNE = 1000;

/**
 * An application of biochar as Isometric's Certify API takes it: `POST /mrv/v0/biochar_applications`, the schema
 * `CreateBiocharApplicationRequest` of its published OpenAPI document, version v0. The reference is unique among
 * everything that the supplier sends, and has at most 100 characters.
 */
function isometricApplication(projectId: string, reference: string, weighed: z.output<typeof weighedRow>) {
  return {
    project_id: projectId,
    storage_site_id: weighed.storageSiteId,
    production_batch_id: weighed.productionBatchId,
    /** ISO date. */
    application_date: weighed.appliedOn,
    average_application_rate: exactly(weighed.applicationRate / KILOGRAMS_PER_TONNE, "t/ha"),
    truck_mass_on_arrival: exactly(weighed.truckArrivalKilograms, "kg"),
    truck_mass_on_departure: exactly(weighed.truckDepartureKilograms, "kg"),
    supplier_reference_id: reference,
    source_ids: [],
  };
}

/** Nobody states how far a weighbridge may be off. */
function exactly(magnitude: number, unit: string) {
  return { magnitude, unit, standard_deviation: null };
}
