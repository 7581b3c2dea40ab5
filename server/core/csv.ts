import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";

/** What a cell may hold; a yes or no is written as "true" or "false", nothing as an empty cell. */
export type CsvCell = string | number | boolean | null;

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
/**
 * Where a spreadsheet may see the start of a formula (OWASP, "CSV Injection"): at the start of a cell, after a
 * semicolon, tab or line break (a spreadsheet may split our cells there), and after quotes and spaces. The writer
 * puts an apostrophe there and the reader removes it. Both leave apostrophes that were there before, so that every
 * text survives the round trip.
 */
const formulaStart =
  /^(?=[ '"]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;\t\r\n])(?=[ '"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const disarmedStart =
  /^'(?=[ '"]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;\t\r\n])'(?=[ '"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * CSV in pieces as the rows are read, header first, so that a file of any length takes little memory. Puts an
 * apostrophe before what a spreadsheet would run as a formula.
 */
export async function* csvPieces(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvText([header]);
  for await (const rows of batches) if (rows.length > 0) yield csvText(rows);
}

function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: "\r\n",
      quoted_match: /[\r\n]/,
      cast: { boolean: String, string: disarmed },
    },
  );
}

/** A negative amount starts like a formula but is none. */
function disarmed(text: string): string {
  return /^-\d+(\.\d+)?$/.test(text) ? text : text.replace(formulaStart, "'");
}

/** One record of a CSV file, by column name. */
export interface CsvRecord {
  /** Where it begins, from 1; the header is line 1. */
  line: number;
  cells: Record<string, string>;
}

/** A CSV file that cannot be parsed; the message is a sentence that names the line. */
export class UnreadableCsv extends Error {}

/** What the parser returns with `info`; its types lack it. */
const parsedSchema = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }),
);

/**
 * Reads a CSV file with a header and a comma, semicolon or tab between its cells; skips empty lines and removes the
 * apostrophe that `csvPieces` puts before a formula.
 * @throws UnreadableCsv
 */
export function parseCsv(text: string): { columns: string[]; records: CsvRecord[] } {
  const columns: string[] = [];
  try {
    const parsedRecords: unknown = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      trim: true,
      info: true,
      columns: (header: string[]) => {
        columns.push(...header.map((name) => name.trim()));
        refuseDoubles(columns);
        return columns;
      },
      cast: (cell) => cell.replace(disarmedStart, ""),
    });
    const records = parsedSchema
      .parse(parsedRecords)
      .map(({ record, info }) => ({ line: firstLineOf(record, info.lines), cells: record }));
    return { columns, records };
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableCsv(`The file is not readable CSV: ${error.message}.`);
    throw error;
  }
}

function firstLineOf(cells: Record<string, string>, lastLine: number): number {
  const breaks = Object.values(cells).reduce(
    (sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0),
    0,
  );
  return lastLine - breaks;
}

/** Excel writes semicolons where a comma stands for the decimal point; rows that are copied from it have tabs. */
function delimiterOf(text: string): string {
  const header = text.split(/\r|\n/, 1)[0] ?? "";
  if (header.includes(",")) return ",";
  return header.includes(";") ? ";" : header.includes("\t") ? "\t" : ",";
}

function refuseDoubles(columns: readonly string[]): void {
  const double = columns.find((name, index) => columns.indexOf(name) !== index);
  if (double !== undefined) throw new UnreadableCsv(`The column "${double}" is there twice.`);
}
