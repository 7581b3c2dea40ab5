import { z } from "zod";
import { chosenRows, describeWith, messageForMany } from "#server/commands/command.ts";
import type { UndoCommand } from "#server/core/errors.ts";
import { isoDay, optionalRowId, rowId } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { auditAreas } from "./change-labels.ts";

const day = isoDay().optional().catch(undefined);

/** What administrators ask of the audit, as the address says it; what makes no sense is left out. */
export const auditList = listQuery(
  z.object({
    area: z.enum(auditAreas).optional().catch(undefined),
    /** The id of a member of staff. */
    who: optionalRowId,
    /** With an area: the history of one thing. */
    subject: z
      .string()
      .min(1)
      .max(100, { abort: true })
      .refine((value) => !/\p{Cc}/u.test(value))
      .optional()
      .catch(undefined),
    /** Days in the UK, both included. */
    from: day,
    to: day,
    /** Go on behind the change of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type AuditSearch = z.infer<typeof auditList.schema>;

const REVERT_MANY = "audit.revertMany";

/** What a message offers after a change of many things: taking all of it back. Nothing where nothing can be. */
export function undoChanges(to: string, ids: number[]): { takeBack?: UndoCommand } {
  return ids.length > 0 ? { takeBack: { to, command: REVERT_MANY, ids } } : {};
}

const reverting = describeWith("audit.revert");

/** What is done about what was done. */
export const auditCommands = {
  revert: reverting("audit.revert", z.object({ id: rowId }), "Change taken back"),
  revertMany: reverting(
    REVERT_MANY,
    z.object({ id: chosenRows("changes") }),
    ({ did }: { did: readonly string[] }) => messageForMany(did, "change", "taken back"),
  ),
};
