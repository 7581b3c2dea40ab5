import { z } from "zod";
import { reply } from "./endpoint.ts";

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

/**
 * Answers with a list that was read one row longer than requested: says whether that is all of it, and links the next
 * page, if there is one (RFC 8288).
 */
export function listReply<Row extends { id: number }, Shown>(
  request: Request,
  found: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const body = rows.map(show);
  if (!last || found.length <= limit) return reply(200, body, { [LIST_COMPLETE]: "true" });
  const next = new URL(request.url);
  next.searchParams.set("cursor", String(last.id));
  const link = `<${next.pathname}${next.search}>; rel="next"`;
  return reply(200, body, { [LIST_COMPLETE]: "false", Link: link });
}
