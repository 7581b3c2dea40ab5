import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { rawRows } from "#server/core/typed-sql.server.ts";

const slugSchema = z.object({ slug: z.string() });

/** Of these addresses, and of those made from them by a number, the ones that products have. */
export async function takenSlugs(em: EntityManager, wanted: readonly string[]): Promise<Set<string>> {
  const rows = await rawRows(
    em,
    slugSchema,
    `select product.slug from jsonb_array_elements_text(?::jsonb) as wanted(slug)
       join product on product.slug = wanted.slug
         or (product.slug >= wanted.slug || '-' and product.slug < wanted.slug || '.')`,
    [JSON.stringify(wanted)],
  );
  return new Set(rows.map(({ slug }) => slug));
}
