import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { optionalRowId, searchText } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import { type Topic, VersionedValues } from "#server/core/topics.ts";
import { allOf, beyondRow, truth, typedSql } from "#server/core/typed-sql.server.ts";
import { documentAddress } from "#server/media/media-address.ts";
import { batchCodeOf } from "./batch.ts";

/** The batch of a code, in capitals or not, as everybody may see it; undefined where there is none. */
export async function findBatch({ em }: Pick<Context, "em">, written: string) {
  const code = batchCodeOf(written);
  if (code === undefined) return undefined;
  const row = await typedSql(em)
    .selectFrom("batch")
    .innerJoin("product", "product.id", "batch.product_id")
    .where("batch.code", "=", code)
    .select([
      "batch.id",
      "batch.code",
      "batch.made_on as madeOn",
      "batch.feedstock",
      "batch.feedstock_origin as feedstockOrigin",
      "batch.kiln_celsius as kilnCelsius",
      "batch.grams_made as gramsMade",
      "batch.status",
      "batch.credit_status as creditStatus",
      "batch.credits_issued_to as creditsIssuedTo",
      "batch.transport_grams_per_kilogram as transportGramsPerKilogram",
      "batch.certification_class as certificationClass",
      "batch.certificate_number as certificateNumber",
      truth`batch.recalled_at is not null`.as("isRecalled"),
      "batch.product_id as productId",
      "product.name",
      "product.slug",
      "product.gtin",
      "product.net_grams as netGrams",
      "product.documents",
      truth`product.archived_at is not null`.as("isArchived"),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { productId, name, slug, gtin, netGrams, documents, isArchived, ...batch } = row;
  const analyses = await listAnalyses(em, batch.id);
  const product = { id: productId, name, slug, gtin, netGrams, isArchived, documents };
  // The newest is the one that counts.
  return { ...batch, product, newestAnalysis: analyses[0] ?? null, analyses };
}

/**
 * A batch as anyone who scans its label may see it, in the units of `db/entities/batch.ts`: nothing of who bought it,
 * nor of what is left.
 */
export type BatchView = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** What a laboratory measured; what is null was not measured, and no report is kept where its address is null. */
export type AnalysisView = BatchView["analyses"][number];

/** The newest first: of two of one day, the one that was entered last. */
async function listAnalyses(em: Context["em"], batchId: number) {
  const rows = await typedSql(em)
    .selectFrom("batch_analysis")
    .where("batch_id", "=", batchId)
    .orderBy("analysed_on", "desc")
    .orderBy("id", "desc")
    .select([
      "id",
      "laboratory",
      "analysed_on as analysedOn",
      "organic_carbon as organicCarbon",
      "hydrogen_to_carbon as hydrogenToCarbon",
      "ash",
      "water",
      "ph",
      "pah",
      "metals",
      "document_hash as hash",
      "document_name as name",
    ])
    .execute();
  return rows.map(({ hash, name, ...analysis }) => ({
    ...analysis,
    documentUrl: hash ? documentAddress({ hash, name }) : null,
  }));
}

/** What a page of batches depends on: the names of products, and the shop's own around it, too. */
export const batchTopics: readonly Topic[] = ["settings", "catalogue", "batches"];

const PAGE = 50;

/** A page of all batches, those that were made last first. Public. */
export async function listPublicBatches(
  { em }: Pick<Context, "em">,
  { after }: { after?: number | undefined },
) {
  const rows = await typedSql(em)
    .selectFrom("batch")
    .innerJoin("product", "product.id", "batch.product_id")
    .where(
      allOf([
        after === undefined ? undefined : beyondRow("<", { table: "batch", column: "made_on", id: after }),
      ]),
    )
    .orderBy("batch.made_on", "desc")
    .orderBy("batch.id", "desc")
    .limit(PAGE + 1)
    .select((row) => [
      "batch.id",
      "batch.code",
      "product.name as productName",
      "batch.made_on as madeOn",
      "batch.status",
      truth`batch.recalled_at is not null`.as("isRecalled"),
      row
        .selectFrom("batch_analysis")
        .whereRef("batch_analysis.batch_id", "=", "batch.id")
        .orderBy("analysed_on", "desc")
        .orderBy("batch_analysis.id", "desc")
        .limit(1)
        .select("organic_carbon")
        .as("organicCarbon"),
    ])
    .execute();
  const { page: batches, next } = pageOf(rows, PAGE);
  return { batches, next };
}

/** A batch in the list for everybody; its organic carbon is null before the first analysis. */
export type PublicBatchRow = Awaited<ReturnType<typeof listPublicBatches>>["batches"][number];

/** What the list of batches for everybody is asked, as its address says it; what makes no sense is left out. */
export const publicBatchesSchema = z.object({
  /** The code of a label, as somebody types it. */
  code: searchText().catch(""),
  /** Go on behind the batch of this id, towards older ones. */
  after: optionalRowId,
});

/** A batch on the page of its product. */
export interface OpenBatch {
  code: string;
  /** ISO date. */
  madeOn: string;
}

const MOST_SHOWN = 3;
/** As many products as are looked at between two changes. */
const MOST_PRODUCTS = 1000;
const cache = new VersionedValues<OpenBatch[]>(MOST_PRODUCTS, "batches");

/** The batches of a product that are packed now, those that were made last first. Public. */
export function findOpenBatches({ em }: Pick<Context, "em">, productId: number): Promise<OpenBatch[]> {
  return cache.get(`${process.env.DATABASE_URL} ${productId}`, () =>
    typedSql(em)
      .selectFrom("batch")
      .where("product_id", "=", productId)
      .where("status", "=", "open")
      .orderBy("made_on", "desc")
      .orderBy("id", "desc")
      .limit(MOST_SHOWN)
      .select(["code", "made_on as madeOn"])
      .execute(),
  );
}
