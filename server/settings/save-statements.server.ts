import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { type Statements, savedStatementsOf, statementsOf } from "./claims.ts";
import { lockSettings } from "./save-settings.server.ts";
import { statementCommands } from "./settings-form.ts";

/** Saves what the site states. @throws ShopError `conflict` when anything was saved after `seenVersion` */
export const saveStatements = command(
  statementCommands.save,
  async (context, { seenVersion, ...statements }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const row = await lockSettings(em);
      if (row.version !== seenVersion) {
        throw new ShopError("conflict", "The settings were changed meanwhile. Nothing was overwritten.");
      }
      const before = statementsOf(row.statements);
      if (JSON.stringify(before) === JSON.stringify(statementsOf(savedStatementsOf(statements)))) return;
      row.statements = savedStatementsOf(statements);
      invalidateOnCommit(em, "settings");
      await recordChange(em, context, {
        area: "content",
        action: "claims saved",
        subjectId: "claims",
        subjectName: "What the site states",
        before: textsOf(before),
        after: textsOf(statements),
      });
      await em.flush();
    });
  },
);

/** Each statement as one text, as the audit shows it. */
function textsOf({ claims, retailYears }: Statements): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(claims).map(([key, { figure, says, source, checkedOn }]) => [
        key,
        `${figure} ${says} (${source}${checkedOn ? `, checked on ${checkedOn}` : ""})`,
      ]),
    ),
    retailYears: retailYears.map(({ year, kg, share }) => `${year}: ${kg} kg, ${share}%`).join("; "),
  };
}
