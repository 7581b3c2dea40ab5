import { existsSync } from "node:fs";
import { readExchanges } from "./wire/exchange.ts";
import { WireJudge } from "./wire/judge-wire.ts";

/*
 * The step `wire` of `npm test`: checks every request of the tests to a provider's stand-in, and every response,
 * against the providers' own schemas (docs/decisions/036-wire-against-the-providers-schemas.md).
 */
const folder = process.argv[2] ?? ".cache/reports/wire";
const exchanges = existsSync(folder) ? readExchanges(folder) : [];
const lines = new WireJudge().judge(exchanges);
for (const line of lines) console.log(line);
const sources = new Set(exchanges.map(({ source }) => source)).size;
console.log(
  `${exchanges.length} exchanges with providers of ${sources} tests and steps judged, ${lines.length} violations.`,
);
process.exitCode = lines.length > 0 ? 1 : 0;
