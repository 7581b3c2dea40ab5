import { z } from "zod";
import { auditBooks } from "#db/audit.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { findProviderProblems, readTradeEnvironment } from "#server/doctor/find-open-items.server.ts";
import { problemsOf, readCondition } from "#server/doctor/health-status.server.ts";
import { openItemsOf } from "#server/doctor/launch-checklist.ts";
import { systemContext } from "#server/process/request-context.server.ts";
import { openShop, runCommand } from "./command.server.ts";

/**
 * `npm run doctor`: says whether this shop is fit to trade, and if not, why. Ends with 0 when it is, 1 when it is
 * not, 2 when it could not check. It audits the books (db/audit.sql). With payment keys and a public address it also
 * asks the providers whether their events come here. Changes nothing; the shop may run or not.
 */
process.env.LOG_LEVEL ??= "silent";

/** Whatever a rule of the books selects. */
const entry = z.record(z.string(), z.unknown());

await runCommand({ says: "Could not look: ", exitCode: 2 }, async (closing) => {
  await openShop(closing);
  const context = await systemContext();
  const facts = await readTradeEnvironment(context);
  const wrong = await auditBooks((statement) => rawRows(context.em.fork(), entry, statement), ["always"]);
  const findings = [
    ...wrong.map(({ rule, row }) => ({
      title: "The books are wrong",
      sentence: `Not so: ${rule}. ${JSON.stringify(row)}`,
    })),
    ...problemsOf(await readCondition(context), facts),
    ...(await findProviderProblems(context, facts)),
    ...openItemsOf(context.settings, facts),
  ];
  for (const { title, sentence } of findings) console.log(`- ${title}. ${sentence}`);
  const { opened } = facts.opening;
  if (opened) console.log(`Open for trade since ${opened.at.slice(0, 10)}, by ${opened.by}.`);
  console.log(
    findings.length === 0 ? "Fit to trade." : `\nNot fit to trade: ${findings.length} reasons above.`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
});
