import type pg from "pg";
import { z } from "zod";
import type { RecordedStatement } from "../orders/recorded-order.ts";

/** Smaller tables are scanned on purpose: an index would be slower. */
const SMALL = 20_000;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  Plans: z.array(z.lazy(() => planNode)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

/** The large tables that PostgreSQL would scan completely for each statement. */
export async function tablesReadWhole(
  database: pg.Client,
  statements: readonly RecordedStatement[],
): Promise<string[]> {
  const large = await largeTables(database);
  const faults: string[] = [];
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)\b/i.test(text)) continue;
    const { rows } = await database.query({ text: `explain (format json) ${text}`, values });
    const [{ "QUERY PLAN": plan }] = explained.parse(rows);
    for (const table of scanned(plan[0].Plan)) {
      if (large.has(table))
        faults.push(`reads ${table} whole: ${text.replace(/\s+/g, " ").trim().slice(0, 160)}`);
    }
  }
  return faults;
}

async function largeTables(database: pg.Client): Promise<Set<string>> {
  const { rows } = await database.query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and reltuples > $1",
    [SMALL],
  );
  return new Set(rows.map(({ relname }) => relname));
}

function scanned(node: PlanNode): string[] {
  const own = node["Node Type"] === "Seq Scan" && node["Relation Name"] ? [node["Relation Name"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scanned)];
}
