import { z } from "zod";

/** The largest id that the database's integer columns hold. */
const MAX_ID = 2_147_483_647;

/** The path of one resource by its id. */
export const idParams = (description: string, example: number) =>
  z.strictObject({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_ID)
      .meta({ description, examples: [example] }),
  });

/** The parameters of every list: the maximum number, and the id after which to continue (from the `Link` header). */
export const pagingFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(100)
    .meta({ description: "How many at most.", examples: [20] }),
  cursor: z.coerce.number().int().min(1).max(MAX_ID).optional().meta({
    description: "The id after which to go on. Follow the `Link` header instead of making one up.",
  }),
};

/** `false` on a list that continues: somebody who adds a list up must not take a part for the whole. */
export const LIST_COMPLETE = "X-List-Complete";

interface Page<Row> {
  rows: Row[];
  /** Says whether the list is complete, and links the next page, if there is one (RFC 8288). */
  headers: Record<string, string>;
}

/** Cuts a list that was read one row longer than requested, and links what follows. */
export function pageOf<Row extends { id: number }>(
  request: Request,
  batch: readonly Row[],
  limit: number,
): Page<Row> {
  const rows = batch.slice(0, limit);
  const last = rows.at(-1);
  if (!last || batch.length <= limit) return { rows, headers: { [LIST_COMPLETE]: "true" } };
  const next = new URL(request.url);
  next.searchParams.set("cursor", String(last.id));
  return {
    rows,
    headers: { [LIST_COMPLETE]: "false", Link: `<${next.pathname}${next.search}>; rel="next"` },
  };
}
