import type { Context } from "#server/core/context.ts";
import { truth, typedSql } from "#server/core/typed-sql.server.ts";
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
      "product.documents",
      truth`product.archived_at is not null`.as("isArchived"),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { productId, name, slug, gtin, documents, isArchived, ...batch } = row;
  const analyses = await listAnalyses(em, batch.id);
  const product = { id: productId, name, slug, gtin, isArchived, documents };
  // The newest is the one that counts.
  return { ...batch, product, newestAnalysis: analyses[0] ?? null, analyses };
}

/**
 * A batch as whoever scans its label may see it, in the units of `db/entities/batch.ts`: nothing of who bought it, nor
 * of what is left.
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
