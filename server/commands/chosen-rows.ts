import { z } from "zod";
import { rowIdFromText } from "#server/core/fields.ts";

/** A page of any list has fewer. */
const MOST_ROWS = 200;
/** A notice is short: the names of more rows are counted. */
const MOST_NAMES = 20;

/** The rows of a list that were ticked: one or several fields of one name. */
export function chosenRows(what: string) {
  return z
    .array(rowIdFromText, `Tick some ${what} first`)
    .min(1, `Tick some ${what} first`)
    .max(MOST_ROWS, `Tick at most ${MOST_ROWS} ${what}`)
    .transform((ids) => [...new Set(ids)]);
}

/** What is told when something was done to each of several rows: "3 orders completed". */
export function toldOfMany(names: readonly string[], what: string, done: string) {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return {
    title: `${names.length} ${what}${names.length === 1 ? "" : "s"} ${done}`,
    description: more > 0 ? `${shown} and ${more} more.` : `${shown}.`,
  };
}
