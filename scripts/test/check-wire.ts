import { existsSync } from "node:fs";
import { readExchanges } from "./wire/exchange.ts";
import { WireJudge } from "./wire/judge-wire.ts";

/*
 * The step `wire` of `npm test`: every request that the tests made of a provider's stand-in, and every answer, held
 * against what the providers say of them (docs/decisions/036-wire-against-the-providers-schemas.md).
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
