import { parseArgs } from "node:util";
import { getOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { usesStandIns } from "#server/payments/provider-list.ts";
import { systemContext } from "#server/process/request-context.server.ts";
import { startSandbox } from "#server/process/sandbox.server.ts";
import { reconcilePeriod } from "#server/reports/reconcile.server.ts";
import { periodDays } from "#server/reports/reconciliation.ts";
import { openShop, runCommand } from "./command.server.ts";

/**
 * `npm run reconcile -- --from 2026-11-01 --to 2026-11-30`: compares the providers' own lists with our books. Ends with
 * 0 when they agree, 1 with differences, 2 when the database or a provider could not be asked. The shop may run or not.
 */
// This report is for a person; the shop's log is elsewhere.
process.env.LOG_LEVEL ??= "silent";

await runCommand({ says: "Could not reconcile: ", exitCode: 2 }, async (closing) => {
  const { values } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } });
  const days = periodDays(values, new Date());
  await openBooks(closing);
  const { agrees, text } = await reconcilePeriod(await systemContext(), days);
  console.log(text);
  process.exitCode = agrees ? 0 : 1;
});

/** The database and, without payment keys, the sandbox's responses; it sends no events meanwhile. */
async function openBooks(closing: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment();
  await openShop(closing, environment);
  if (!usesStandIns(environment)) return;
  const secret = await signingSecret(getOrm().em.fork());
  closing.defer((await startSandbox({ secret, webhookUrl: null, isOnlyRead: true })).stop);
}
