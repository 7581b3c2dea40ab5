import type { EntityManager } from "@mikro-orm/postgresql";
import type { SelectQueryBuilder } from "kysely";
import type { Tables } from "#db/tables.ts";
import {
  allOf,
  anyOf,
  beyondRow,
  type Condition,
  condition,
  containsText,
  type TypedSql,
  typedSql,
} from "#server/core/typed-sql.server.ts";

/** How many products are read by name before the word index is used. */
const NEAR = 500;
/** The expression of the trigram index product_search_index, word for word. */
const searched = "lower(name || ' ' || description || ' ' || found_by)";

/** The expression of the trigram index product_name_trigram_index. */
const nameSearched = "lower(product.name)";

/** Products without a choice of columns yet. */
export type ProductsQuery = SelectQueryBuilder<Tables, "product", object>;

interface ProductQuestion {
  conditions: readonly (Condition | undefined)[];
  /** Part of the name or description; "" for all. */
  search: string;
  /** Continue after the product of this id. */
  after?: number | null | undefined;
  limit: number;
}

/**
 * Products by name. Reading along the names soon meets what many products have; only the word index finds soon what
 * few have. The database guesses badly which of the two a text is, so the short way is tried first.
 */
export async function productsByName<Row>(
  sql: TypedSql,
  read: (products: ProductsQuery) => Promise<Row[]>,
  { search, after, limit, conditions }: ProductQuestion,
): Promise<Row[]> {
  const behind = after ? beyondRow(">", { table: "product", column: "name", id: after }) : undefined;
  const rest = sql.selectFrom("product").where(allOf([...conditions, behind]));
  if (search === "") return read(byName(rest).limit(limit));
  const matches = containsText(searched, search);
  const near = byName(rest).limit(NEAR).selectAll();
  const met = await read(byName(sql.selectFrom(near.as("product")).where(matches)).limit(limit));
  if (met.length === limit) return met;
  const withFound = sql.with(
    (cte) => cte("found").materialized(),
    () => rest.where(matches).select(["id", "name"]),
  );
  return read(
    byName(
      withFound
        .selectFrom("product")
        .where(condition`id in (select id from found order by name, id limit ${limit})`),
    ),
  );
}

/** Products with a text in their names, or of an id, archived ones too. */
export function productsNamed(em: EntityManager, text: string, id: number | null = null): ProductsQuery {
  const named = containsText(nameSearched, text);
  return typedSql(em)
    .selectFrom("product")
    .where(id === null ? named : anyOf([named, condition`id = ${id}`]));
}

/** The ids of products with a text in their names, archived ones too: they are in old orders. */
export async function findProductIdsNamed(em: EntityManager, text: string, limit: number): Promise<number[]> {
  const products = await productsNamed(em, text).orderBy("id").select("id").limit(limit).execute();
  return products.map(({ id }) => id);
}

function byName(products: ProductsQuery): ProductsQuery {
  return products.orderBy("name").orderBy("id");
}
