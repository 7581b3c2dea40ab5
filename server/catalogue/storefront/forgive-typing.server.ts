import { sql } from "kysely";
import type { Context } from "#server/core/context.ts";
import { likeLiteral } from "#server/core/search-text.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import { closestWord, wordsOf } from "./closest-word.ts";
import { foundCatalogueRows } from "./product-rows.server.ts";

/** How many resembling words are looked at for each that was typed. */
const RESEMBLING = 30;
/** Shorter words are in no list of words: they are looked for as they are. */
const SHORTEST_WORD = 3;

/**
 * What to look for instead of a search that found nothing: its words in any order, each with typing errors put right;
 * undefined where nothing else could be found (docs/decisions/063-search-forgives-typing.md).
 */
export async function forgiveTyping(context: Context, search: string): Promise<string[] | undefined> {
  const typed = wordsOf(search);
  const meant = await Promise.all(typed.map((word) => meantBy(context, word)));
  const words = meant.flatMap((word) => word ?? []);
  if (words.length < typed.length || words.length === 0) return undefined;
  return words.length === 1 && words[0] === search.toLowerCase() ? undefined : words;
}

async function meantBy(context: Context, typed: string): Promise<string | undefined> {
  if (typed.length < SHORTEST_WORD || /^\d+$/.test(typed)) return typed;
  const [known] = await foundCatalogueRows(context, (tables) =>
    tables
      .selectFrom("search_word")
      .where(condition`word like ${`%${likeLiteral(typed)}%`}`)
      .limit(1)
      .select("word"),
  );
  if (known) return typed;
  const resembling = await foundCatalogueRows(context, (tables) =>
    tables
      .selectFrom("search_word")
      // By word similarity, along the index search_word_similar_index.
      .orderBy(sql`word <->> ${typed}`)
      .limit(RESEMBLING)
      .select("word"),
  );
  return closestWord(
    typed,
    resembling.map(({ word }) => word),
  );
}
