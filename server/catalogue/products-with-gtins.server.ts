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
    "select id, name, lpad(gtin, 14, '0') as gtin from product where lpad(gtin, 14, '0') = any(?)",
    [gtins.map(gtin14)],
  );
}
