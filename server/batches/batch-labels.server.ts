import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { type QrCode, qrCodeOf } from "#server/media/qr-code.ts";
import { labelPath } from "./batch-links.ts";
import { certificateText } from "./batch-papers.ts";
import { batchCodeOf } from "./batch-view.ts";

/** What stands on the label of a bag. */
export interface BatchLabel {
  code: string;
  productName: string;
  /** What is in a bag; null where nobody has said. */
  netGrams: number | null;
  /** ISO date. */
  madeOn: string;
  /** Its class and number; null where it has none. */
  certificate: string | null;
  /** What the QR code holds: absolute. */
  url: string;
  picture: QrCode;
}

/** How many sheets of eight anybody prints at once. */
export const MOST_LABELS = 400;

/** How many labels an address asks for: a sheet of eight where it says nothing that makes sense. */
export const labelCountSchema = z.coerce.number().int().min(1).max(MOST_LABELS).catch(8);

/** The label of a batch's bags; undefined where there is no such batch. @throws ShopError `unauthenticated`, `forbidden` */
export const findBatchLabel = read(
  "batches.view",
  async ({ em, publicUrl }: Context, written: string): Promise<BatchLabel | undefined> => {
    const code = batchCodeOf(written);
    if (code === undefined) return undefined;
    const row = await typedSql(em)
      .selectFrom("batch")
      .innerJoin("product", "product.id", "batch.product_id")
      .where("batch.code", "=", code)
      .select([
        "batch.made_on",
        "batch.certification_class",
        "batch.certificate_number",
        "product.name",
        "product.net_grams",
        "product.gtin",
      ])
      .executeTakeFirst();
    if (!row) return undefined;
    const url = publicUrl + labelPath({ code, product: { gtin: row.gtin } });
    const certificate = certificateText({
      certificationClass: row.certification_class,
      certificateNumber: row.certificate_number,
    });
    return {
      ...{ code, productName: row.name, netGrams: row.net_grams, madeOn: row.made_on, certificate },
      ...{ url, picture: qrCodeOf(url) },
    };
  },
);
