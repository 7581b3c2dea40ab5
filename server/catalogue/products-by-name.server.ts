import type { Context } from "#server/core/context.ts";
import { textCondition } from "#server/core/search-text.ts";

/** As many products are looked through before the index of words is asked. */
const NEAR = 500;
/** The expression of the trigram index product_search_index, word for word. */
const searched = "lower(name || ' ' || description)";

interface ProductQuestion {
  /** SQL conditions on `product` and what their question marks stand for. */
  conditions: readonly string[];
  parameters: readonly (string | number)[];
  /** Part of the name or description; "" for all. */
  search: string;
  /** Go on behind the product of this id. */
  after?: number | null | undefined;
  limit: number;
}

/**
 * Products by name, read onwards. What many products have is soon met on the way through the names; what few have, only
 * the index of words finds soon. The database guesses badly which of the two a text is, so the short way is tried first.
 */
export async function productsByName<Row extends object>(
  { em }: Context,
  columns: string,
  { search, after, limit, ...question }: ProductQuestion,
): Promise<Row[]> {
  const conditions = [...question.conditions];
  const parameters = [...question.parameters];
  if (after) {
    conditions.push("(name, id) > (select name, id from product where id = ?)");
    parameters.push(after);
  }
  const rest = conditions.join(" and ");
  if (search === "") {
    return em.execute<Row[]>(`select ${columns} from product where ${rest} order by name, id limit ?`, [
      ...parameters,
      limit,
    ]);
  }
  const found = textCondition(searched, search);
  const all = [...parameters, ...found.parameters, limit];
  const near = `(select * from product where ${rest} order by name, id limit ${NEAR}) product`;
  const met = await em.execute<Row[]>(
    `select ${columns} from ${near} where ${found.sql} order by name, id limit ?`,
    all,
  );
  if (met.length === limit) return met;
  return em.execute<Row[]>(
    `with found as materialized (select id, name from product where ${rest} and ${found.sql})
     select ${columns} from product where id in (select id from found order by name, id limit ?) order by name, id`,
    all,
  );
}
