import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { gtin14 } from "./gtin.ts";

const rowSchema = z.object({ id: z.number(), name: z.string(), gtin: z.string() });

/** Which products, archived or not, have these numbers, each in fourteen digits: as the database tells them apart. */
export function productsWithGtins(
  em: EntityManager,
  gtins: readonly string[],
): Promise<z.infer<typeof rowSchema>[]> {
  return rawRows(
    em,
    rowSchema,
    `select product.id, product.name, wanted.gtin from jsonb_array_elements_text(?::jsonb) as wanted(gtin)
       join product on lpad(product.gtin, 14, '0') = wanted.gtin`,
    [JSON.stringify(gtins.map(gtin14))],
  );
}
