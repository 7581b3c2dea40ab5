import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { readEnvironment } from "#server/core/env.server.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import {
  checkProviders,
  exitStatusOf,
  keyedGateways,
  requireTestKeys,
  tableOf,
} from "#server/provider-check/check-providers.server.ts";
import { formatCliError } from "./command.server.ts";

/**
 * `npm run providers:check -- --interactive`: tries with test keys what this shop assumes of its payment providers.
 * Ends with 0 when the shop handles all that was tried, 1 when not, 2 when a provider could not be asked. Needs no
 * database.
 */
process.env.LOG_LEVEL ??= "silent";

try {
  const { values } = parseArgs({ options: { interactive: { type: "boolean", default: false } } });
  const environment = readEnvironment();
  await requireTestKeys(environment);
  const keyed = keyedGateways(paymentGateways(), environment);
  const { findings, left } = await checkProviders(keyed, values.interactive ? askInTerminal : null);
  console.log([tableOf(findings), "", ...left].join("\n"));
  process.exitCode = exitStatusOf(findings);
  const words = {
    0: "The shop handles all that was tried.",
    1: "Not all of it is fine.",
    2: "Not all could be asked.",
  };
  console.log(words[exitStatusOf(findings)]);
} catch (error) {
  console.error(`Could not check: ${formatCliError(error)}`);
  process.exitCode = 2;
}

async function askInTerminal(what: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question(`\n${what} `);
  terminal.close();
}
