import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { searchable } from "./fields.ts";
import { storable } from "./text.ts";

/* The cells of CSV files, without the packages that read and write the files: browsers know them as well. */

/** What a cell may hold; a yes or no is written as "true" or "false", nothing as an empty cell. */
export type CsvCell = string | number | boolean | null;

/** One record of a CSV file, by column name. */
export interface CsvRecord {
  /** Where it begins, from 1; the header is line 1, unless something stands before it. */
  line: number;
  cells: Record<string, string>;
}

/** What a spreadsheet takes for a number or a day and writes in its own way: 0012 as 12, 9506000134352 as 9.506E+12. */
const valueLike =
  /^'*(?:[\d.,/:+\- ]*\d[\d.,/:+\- ]*%?|\d[\d.,]*e[+-]?\d+|true|false|\d{0,4}[ -]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]?\d{0,4})$/i;

/**
 * A text for a file that comes back: an apostrophe keeps a spreadsheet from making a number or a day of it. What begins
 * like a formula has one from `csvPieces`.
 */
export function keptAsText(text: string): string {
  return valueLike.test(text) && !/^[ '"]*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** What spreadsheets write over a value that they cannot show. */
const spoilings: [RegExp, string][] = [
  [
    /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d{1,3}|\d[.,]\d+E\d{1,3}|\d{15}0{3,})$/i,
    "a spreadsheet has shortened this number, and its last digits are lost. Format the column as text and enter it again",
  ],
  [
    /^\d{8,}\.0+$/,
    "a program has taken this for a quantity and written decimals behind it. Format the column as text and enter it again",
  ],
  [
    /^#{3,}$/,
    "a spreadsheet's column was too narrow to show what is in it. Widen the column and save the file again",
  ],
  [
    /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!)$/,
    "a spreadsheet took this for a formula, and what stood here is lost",
  ],
];

/** What a spreadsheet did to a cell so that its value is lost; undefined for one that is as it was. */
export function spoiltBy(cell: string): string | undefined {
  const what = spoilings.find(([pattern]) => pattern.test(cell))?.[1];
  return what && `“${cell}”: ${what}`;
}

/** A day as files write it, 2026-11-05, or as a British spreadsheet does, 05/11/2026; undefined for what is none. */
export function dayOfCell(text: string): string | undefined {
  const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  const day =
    year === undefined
      ? text
      : `${year.padStart(4, "20")}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")}`;
  return z.iso.date().safeParse(day).success ? day : undefined;
}

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
 * before them, which `csvPieces` and `keptAsText` put there.
 * @throws UnreadableCsv
 */
export function parseCsv(text: string): { columns: string[]; records: CsvRecord[] } {
  const separator = separatorLine.exec(text);
  const rows = rowsOf(separator ? text.slice(separator[0].length) : text, separator?.[1])
    .map(({ line, cells }) => ({ line: line + (separator ? 1 : 0), cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => searchable(cell) !== ""));
  const [first, ...below] = rows;
  if (!first) return { columns: [], records: [] };
  refuseUnstorable(first.cells, first);
  const header = { ...first, cells: first.cells.map(searchable) };
  const columns = header.cells.slice(0, header.cells.findLastIndex((name) => name !== "") + 1);
  refuseDoubles(columns);
  return {
    columns: columns.filter((name) => name !== ""),
    records: below.map((row) => {
      refuseUnstorable(columns, row);
      refuseNameless(columns, row);
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

/** Excel writes semicolons where a comma stands for the decimal point; rows that are copied from it have tabs. */
function delimiterOf(text: string): string {
  const header = text.replace(/^[\uFEFF\s]+/, "").split(/\r|\n/, 1)[0] ?? "";
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function refuseDoubles(columns: readonly string[]): void {
  const double = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (double !== undefined) throw new UnreadableCsv(`The column "${double}" is there twice.`);
}

/** A zero byte or half a letter, which no database takes, and what stands where a letter was lost. */
function refuseUnstorable(columns: readonly string[], { line, cells }: Row): void {
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

function refuseNameless(columns: readonly string[], { line, cells }: Row): void {
  const index = cells.findIndex((cell, place) => cell !== "" && !columns[place]);
  if (index < 0) return;
  const value = (cells[index] ?? "").slice(0, 60);
  throw new UnreadableCsv(`Line ${line}: “${value}” stands in column ${index + 1}, which has no name.`);
}
