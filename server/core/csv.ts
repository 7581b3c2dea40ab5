import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { type CsvCell, type CsvRecord, valueLike } from "./csv-cells.ts";
import { searchable } from "./fields.ts";
import { otherFileOf, storable } from "./text.ts";

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

type CsvRows = readonly (readonly CsvCell[])[];

/**
 * CSV in pieces as the rows are read, header first, so that a file of any length takes little memory. Puts an
 * apostrophe before what a spreadsheet would run as a formula.
 */
export async function* csvPieces(
  header: readonly string[],
  batches: AsyncIterable<CsvRows> | Iterable<CsvRows>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvText([header]);
  for await (const rows of batches) if (rows.length > 0) yield csvText(rows);
}

/**
 * The rows of a long file, read `size` at a time, each time those behind the id of the last (undefined at first), so that
 * a million take as little memory as eight.
 */
export async function* inBatches<Row extends { id: number }, Result>(
  size: number,
  readAfter: (after: number | undefined) => Promise<readonly Row[]>,
  resultOf: (row: Row) => Result,
): AsyncGenerator<Result[]> {
  let after: number | undefined;
  while (true) {
    const rows = await readAfter(after);
    yield rows.map(resultOf);
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}

function csvText(rows: CsvRows): string {
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

/** A CSV file that cannot be parsed; the message is a sentence that names the line. */
export class UnreadableCsv extends Error {}

/** What the parser returns with `info`; its types lack it. */
const parsedSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
);

/** The line by which Excel is told what parts the cells. */
const separatorLine = /^\uFEFF?"?sep=(.)"?[;,\t]*(?:\r\n|\r|\n)/i;

/**
 * Reads a CSV file with a header and a comma, semicolon or tab between its cells, as spreadsheets save it: without the
 * blank rows, and the blank columns at the end, that they add; with texts that stand as ="0012" or with an apostrophe
 * before them, which `csvPieces` and `asSpreadsheetText` put there.
 * @throws UnreadableCsv
 */
export function parseCsv(text: string): { columns: string[]; records: CsvRecord[] } {
  const other = otherFileOf(text);
  if (other !== undefined)
    throw new UnreadableCsv(`This is ${other}, not a CSV file. Save it as CSV UTF-8, and choose that.`);
  const separator = separatorLine.exec(text);
  const rows = rowsOf(separator ? text.slice(separator[0].length) : text, separator?.[1])
    .map(({ line, cells }) => ({ line: line + (separator ? 1 : 0), cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => searchable(cell) !== ""));
  const [first, ...below] = rows;
  if (!first) return { columns: [], records: [] };
  assertReadableCells(first.cells, first);
  const header = { ...first, cells: first.cells.map(searchable) };
  const columns = header.cells.slice(0, header.cells.findLastIndex((name) => name !== "") + 1);
  assertUniqueColumns(columns);
  return {
    columns: columns.filter((name) => name !== ""),
    records: below.map((row) => {
      assertReadableCells(columns, row);
      assertNamedColumns(columns, row);
      return {
        line: row.line,
        cells: Object.fromEntries(
          columns.flatMap((name, index) => (name === "" ? [] : [[name, row.cells[index] ?? ""]])),
        ),
      };
    }),
  };
}

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(text: string, separator: string | undefined): Row[] {
  const delimiter = separator ?? delimiterOf(text);
  try {
    const parsed: unknown = parse(withoutFormulas(text, delimiter), {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
    });
    return parsedSchema
      .parse(parsed)
      .map(({ record, info }) => ({ line: firstLineOf(record, info.lines), cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableCsv(`The file is not readable CSV: ${error.message}.`);
    throw error;
  }
}

/** ="0012" at the place of a whole cell, which is not CSV: as the quoted text that it means. */
function withoutFormulas(text: string, delimiter: string): string {
  if (!text.includes('="')) return text;
  return text.replaceAll(
    new RegExp(`(?<=^|[\\r\\n${delimiter}])="([^"\\r\\n]+)"(?=$|[\\r\\n${delimiter}])`, "g"),
    '"$1"',
  );
}

function plainCell(cell: string): string {
  const formula = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"').trim();
  if (cell.startsWith("'") && valueLike.test(cell)) return cell.slice(1).trim();
  return cell.replace(disarmedStart, "");
}

function firstLineOf(cells: readonly string[], lastLine: number): number {
  const breaks = cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  return lastLine - breaks;
}

/** No header is longer; what is looked at has an end. */
const LONGEST_HEADER = 20_000;

/** Excel writes semicolons where a comma stands for the decimal point; rows that are copied from it have tabs. */
function delimiterOf(text: string): string {
  // The name of a column may stand in several lines.
  const [bare = ""] = text
    .replace(/^[\uFEFF\s]+/, "")
    .slice(0, LONGEST_HEADER)
    .replaceAll(/"[^"]*"/g, "")
    .split(/\r|\n/, 1);
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function assertUniqueColumns(columns: readonly string[]): void {
  const double = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (double !== undefined) throw new UnreadableCsv(`The column "${double}" is there twice.`);
}

/** A zero byte or half a letter, which no database takes, and what stands where a letter was lost. */
function assertReadableCells(columns: readonly string[], { line, cells }: Row): void {
  for (const [index, cell] of cells.entries()) {
    const isLost = cell.includes("\uFFFD");
    const shown = storable(cell, "\uFFFD");
    if (!isLost && shown === cell) continue;
    const what = isLost
      ? "has letters that are lost: the file is not UTF-8. Save it again as CSV UTF-8"
      : "has a character that cannot be kept";
    throw new UnreadableCsv(
      `Line ${line}, ${columns[index] || `column ${index + 1}`}: “${shown.slice(0, 60)}” ${what}.`,
    );
  }
}

function assertNamedColumns(columns: readonly string[], { line, cells }: Row): void {
  const index = cells.findIndex((cell, place) => cell !== "" && !columns[place]);
  if (index < 0) return;
  const value = (cells[index] ?? "").slice(0, 60);
  throw new UnreadableCsv(`Line ${line}: “${value}” stands in column ${index + 1}, which has no name.`);
}

/** A CSV file as a download, sent while it is read, never held in memory as a whole. */
export function csvResponse(fileName: string, pieces: AsyncIterable<string>): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    // The client disconnected: stop reading.
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
