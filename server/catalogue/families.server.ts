import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { likeLiteral } from "#server/core/search-text.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";

const PROPOSED = 20;

/** Names of families of packs that contain a text, without regard to case, by name; the first twenty. */
export const listFamilies = read(
  "products.edit",
  async (context: Context, search: string): Promise<string[]> => {
    const rows = await typedSql(context.em)
      .selectFrom("product")
      .where("family", "is not", null)
      .where("archived_at", "is", null)
      .where(condition`lower(family) like ${`%${likeLiteral(search.toLowerCase())}%`}`)
      .select("family")
      .distinct()
      .orderBy("family")
      .limit(PROPOSED)
      .execute();
    return rows.flatMap(({ family }) => family ?? []);
  },
);
