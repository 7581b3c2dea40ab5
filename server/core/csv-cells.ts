import { isoDay } from "./fields.ts";

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
export const valueLike =
  /^'*(?:[\d.,/:+\- ]*\d[\d.,/:+\- ]*%?|\d[\d.,]*e[+-]?\d+|true|false|\d{0,4}[ -]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]?\d{0,4})$/i;

/**
 * A text for a file that comes back: an apostrophe keeps a spreadsheet from making a number or a day of it. What begins
 * like a formula has one from `csvPieces`.
 */
export function asSpreadsheetText(text: string): string {
  return valueLike.test(text) && !/^[ '"]*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** What spreadsheets write over a value that they cannot show. */
const spoilings: [RegExp, string][] = [
  [
    /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d{1,3}|\d[.,]\d+E\d{1,3}|\d{15}0{3,})$/i,
    "a spreadsheet has shortened this number, and its last digits are lost. Format the column as text and enter it again",
  ],
  [
    /^\d{8,}[.,]0+$/,
    "a program has taken this for a quantity and written decimals behind it. Format the column as text and enter it again",
  ],
  [
    /^#{3,}$/,
    "a spreadsheet's column was too narrow to show what is in it. Widen the column and save the file again",
  ],
  [
    // In all languages: #NAME?, #WERT!, #¡VALOR!, #N/A, #NV; LibreOffice writes some as Err:502.
    /^(?:#(?:N\/A|NV|GETTING_DATA|[\p{Lu}¡\d/]{3,}[!?])|Err:\d{3})$/u,
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
  return isoDay().safeParse(day).success ? day : undefined;
}
