import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";

/** The ways in which spreadsheets save a file of cells. */
export const spreadsheetSaves = ["CSV UTF-8", "CSV", "Unicode text", "CSV where semicolons part"] as const;

const rowsSchema = z.array(z.array(z.string()));

/** A CSV file of the shop as a British Excel saves it, once opened: what looks like a number or a day is one. */
export function savedBySpreadsheet(csv: string, save: (typeof spreadsheetSaves)[number]): Uint8Array {
  const rows = rowsSchema.parse(parse(csv, { bom: true }));
  const cells = rows.map((row) => row.map(asShown));
  const delimiter = save === "Unicode text" ? "\t" : save === "CSV" || save === "CSV UTF-8" ? "," : ";";
  const text = stringify(cells, { delimiter, record_delimiter: "\r\n", quoted_match: /[\r\n]/ })
    .split("\r\n")
    // Of most rows Excel drops the blanks at their end.
    .map((line, index) => (index === 0 || line.includes('"') ? line : line.replace(/[,;\t]+$/, "")))
    .join("\r\n");
  if (save === "Unicode text") return Buffer.from(`\uFEFF${text}`, "utf16le");
  return save === "CSV UTF-8" ? Buffer.from(`\uFEFF${text}`) : inWindows1252(text);
}

function asShown(cell: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (year !== undefined) return `${day}/${month}/${year}`;
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase();
  if (/^-?\d+(\.\d+)?$/.test(cell)) return numberAsShown(Number(cell));
  return cell.replaceAll(/\r\n?/g, "\n");
}

function numberAsShown(number: number): string {
  return Math.abs(number) < 1e11 ? String(number) : number.toExponential(5).replace("e", "E");
}

function inWindows1252(text: string): Uint8Array {
  const bytes = new Map<string, number>();
  const decoder = new TextDecoder("windows-1252");
  for (let byte = 0; byte < 256; byte++) bytes.set(decoder.decode(Uint8Array.of(byte)), byte);
  // What it lacks becomes a question mark.
  return Uint8Array.from(text.split(""), (letter) => bytes.get(letter) ?? 0x3f);
}
