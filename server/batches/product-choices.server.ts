import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";

/** More products than a producer makes. */
const MOST = 500;

/** The products that a batch can be of, by name. @throws ShopError `unauthenticated`, `forbidden` */
export const listProductChoices = read(
  "batches.edit",
  ({ em }: Context): Promise<{ id: number; name: string }[]> =>
    typedSql(em)
      .selectFrom("product")
      .where("archived_at", "is", null)
      .orderBy("name")
      .orderBy("id")
      .limit(MOST)
      .select(["id", "name"])
      .execute(),
);
