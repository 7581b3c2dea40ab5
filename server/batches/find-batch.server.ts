import type { Context } from "#server/core/context.ts";
import { truth, typedSql } from "#server/core/typed-sql.server.ts";
import { documentAddress } from "#server/media/media-address.ts";
import { type AnalysisView, type BatchView, batchCodeOf } from "./batch-view.ts";

/** The batch of a code, in capitals or not, as everybody may see it; undefined where there is none. */
export async function findBatch(
  { em }: Pick<Context, "em">,
  written: string,
): Promise<BatchView | undefined> {
  const code = batchCodeOf(written);
  if (code === undefined) return undefined;
  const row = await typedSql(em)
    .selectFrom("batch")
    .innerJoin("product", "product.id", "batch.product_id")
    .where("batch.code", "=", code)
    .select([
      "batch.id",
      "batch.code",
      "batch.product_id",
      "batch.made_on",
      "batch.feedstock",
      "batch.feedstock_origin",
      "batch.kiln_celsius",
      "batch.grams_made",
      "batch.status",
      "batch.credit_status",
      "batch.credits_issued_to",
      "batch.transport_grams_per_kilogram",
      "batch.certification_class",
      "batch.certificate_number",
      "product.name",
      "product.slug",
      "product.gtin",
      "product.documents",
      truth`batch.recalled_at is not null`.as("isRecalled"),
      truth`product.archived_at is not null`.as("isArchived"),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const analyses = await listAnalyses(em, row.id);
  return {
    id: row.id,
    code: row.code,
    product: {
      id: row.product_id,
      name: row.name,
      slug: row.slug,
      gtin: row.gtin,
      isArchived: row.isArchived,
      documents: row.documents,
    },
    madeOn: row.made_on,
    feedstock: row.feedstock,
    feedstockOrigin: row.feedstock_origin,
    kilnCelsius: row.kiln_celsius,
    gramsMade: row.grams_made,
    status: row.status,
    isRecalled: row.isRecalled,
    creditStatus: row.credit_status,
    creditsIssuedTo: row.credits_issued_to,
    transportGramsPerKilogram: row.transport_grams_per_kilogram,
    certificationClass: row.certification_class,
    certificateNumber: row.certificate_number,
    newestAnalysis: analyses[0] ?? null,
    analyses,
  };
}

/** The newest first: of two of one day, the one that was entered last. */
async function listAnalyses(em: Context["em"], batchId: number): Promise<AnalysisView[]> {
  const rows = await typedSql(em)
    .selectFrom("batch_analysis")
    .where("batch_id", "=", batchId)
    .orderBy("analysed_on", "desc")
    .orderBy("id", "desc")
    .select([
      "id",
      "laboratory",
      "analysed_on",
      "organic_carbon",
      "hydrogen_to_carbon",
      "ash",
      "water",
      "ph",
      "pah",
      "metals",
      "document_hash",
      "document_name",
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    laboratory: row.laboratory,
    analysedOn: row.analysed_on,
    organicCarbon: row.organic_carbon,
    hydrogenToCarbon: row.hydrogen_to_carbon,
    ash: row.ash,
    water: row.water,
    ph: row.ph,
    pah: row.pah,
    metals: row.metals,
    documentUrl: row.document_hash
      ? documentAddress({ hash: row.document_hash, name: row.document_name })
      : null,
  }));
}
