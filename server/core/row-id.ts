import { z } from "zod";

/** The largest that the database's integer columns hold. */
const LARGEST_ID = 2_147_483_647;

/** The id of a row. */
export const rowId = z.int().min(1).max(LARGEST_ID);

/** The id of a row in a form or an address. */
export const rowIdFromText = z.coerce.number().int().min(1).max(LARGEST_ID);

/** The id after which a list continues; an invalid one counts as absent. */
export const optionalRowId = rowIdFromText.optional().catch(undefined);

/** Whether the database can have a row with this id: a larger number would be an error there. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= LARGEST_ID;
}
