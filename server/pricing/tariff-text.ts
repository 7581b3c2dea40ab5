import { readMoney, readNumber } from "#server/core/typed-number.ts";
import type { Tariff, TariffColumn, TariffZone } from "./delivery.ts";
import { parseZone } from "./delivery-zones.ts";
import { loadKinds, loadNames } from "./loads.ts";
import { type Pence, parsePounds, penceToDecimal } from "./money.ts";
import { penceTyped } from "./typed-money.ts";

/** A tariff as somebody typed it: the names of its columns, and of each zone its name, its places and its prices. */
export interface TypedTariff {
  columns: string[];
  rows: TypedZone[];
}

interface TypedZone {
  zone: string;
  places: string;
  prices: string[];
}

/** What is wrong with a typed tariff, and where; the row and the column count from 0. */
export interface TariffProblem {
  message: string;
  row?: number;
  /** Of a price; of the names of the columns where there is no row. */
  column?: number;
  field?: "zone" | "places";
}

/** The limits keep the table small enough for every page that calculates with it. */
const MOST_ZONES = 60;
const MOST_COLUMNS = 12;
const GREATEST_PRICE: Pence = 1_000_000;
const GREATEST_KILOGRAMS = 30_000;

/** Reads a typed tariff. Rows without any text are left out. */
export function readTariff({
  columns,
  rows,
}: TypedTariff): { tariff: Tariff } | { problems: TariffProblem[] } {
  const problems: TariffProblem[] = [];
  const read = columns.map((name, column) => {
    const known = columnOf(name);
    if (!known)
      problems.push({ column, message: `“${name}” is no load and no weight such as “up to 25 kg”` });
    return known;
  });
  const names = read.flatMap((column) => (column ? [JSON.stringify(column)] : []));
  if (new Set(names).size < names.length) problems.push({ message: "A column is there twice" });
  if (columns.length > MOST_COLUMNS) problems.push({ message: `At most ${MOST_COLUMNS} columns` });
  const filled = rows.flatMap((typed, row) => (isEmpty(typed) ? [] : [{ typed, row }]));
  if (filled.length > MOST_ZONES) problems.push({ message: `At most ${MOST_ZONES} zones` });
  const places = new Map<string, string>();
  const zones = filled.map(({ typed, row }) => readZone(typed, row, places, problems));
  if (problems.length > 0) return { problems };
  return { tariff: { columns: read.filter((column) => column !== undefined), zones } };
}

function isEmpty({ zone, places, prices }: TypedZone): boolean {
  return [zone, places, ...prices].every((text) => text.trim() === "");
}

function readZone(
  { zone, places, prices }: TypedZone,
  row: number,
  taken: Map<string, string>,
  problems: TariffProblem[],
): TariffZone {
  const name = zone.trim();
  if (name === "" || name.length > 60) {
    problems.push({ row, field: "zone", message: "Name the zone in at most 60 characters" });
  }
  if (/[;"\r\n]/.test(zone + places)) {
    problems.push({ row, field: "zone", message: "Use no semicolons, quotes or line breaks" });
  }
  const { entries, unknown } = parseZone(places);
  if (unknown.length > 0) {
    const message = `No area of postcodes and no country: ${unknown.join(", ")}`;
    problems.push({ row, field: "places", message });
  } else if (entries.length === 0) {
    problems.push({ row, field: "places", message: "Say where: IV, KW15-17 or a country" });
  }
  for (const entry of entries) {
    const key = JSON.stringify(entry);
    const other = taken.get(key);
    if (other !== undefined) {
      problems.push({ row, field: "places", message: `A place stands in ${other} already` });
    }
    taken.set(key, name);
  }
  return {
    name,
    places: places.trim(),
    entries,
    prices: prices.map((text, column) => readPrice(text, row, column, problems)),
  };
}

function readPrice(typed: string, row: number, column: number, problems: TariffProblem[]): Pence | null {
  if (typed.trim() === "") return null;
  const read = readMoney(typed);
  const price = "plain" in read ? parsePounds(read.plain) : undefined;
  if (price !== undefined && price >= 0 && price <= GREATEST_PRICE) return price;
  const mistake = "mistake" in read && read.mistake ? `: ${read.mistake}` : "";
  problems.push({ row, column, message: `“${typed.trim()}” is no price such as 12.50${mistake}` });
  return null;
}

/** "half pallet" or "up to 25 kg" as a column. */
function columnOf(name: string): TariffColumn | undefined {
  const text = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");
  const load = loadKinds.find((kind) => loadNames[kind] === text);
  if (load) return { kind: "load", load };
  const read = readNumber(/^(?:up to )?([\d.,]+) ?kg$/.exec(text)?.[1] ?? "");
  const kilograms = "plain" in read ? Number(read.plain) : 0;
  if (kilograms < 0.001 || kilograms > GREATEST_KILOGRAMS) return undefined;
  return { kind: "weight", upTo: Math.round(kilograms * 1000) };
}

const FIRST_COLUMNS = ["zone", "places"];

/** A tariff as it is kept and as a file has it: lines of cells that semicolons part. "" for none. */
export function tariffText({ columns, rows }: TypedTariff): string {
  const filled = rows.filter((row) => !isEmpty(row));
  if (filled.length === 0) return "";
  const lines = [
    [...FIRST_COLUMNS, ...columns],
    ...filled.map(({ zone, places, prices }) => [
      zone,
      places,
      ...columns.map((_, index) => plainPrice(prices[index] ?? "")),
    ]),
  ];
  return lines.map((cells) => cells.map((cell) => cell.trim()).join(";")).join("\n");
}

function plainPrice(typed: string): string {
  const price = penceTyped(typed);
  return price === undefined ? typed.trim() : penceToDecimal(price);
}

/** The lines that `tariffText` wrote. */
export function typedTariff(text: string): TypedTariff {
  const [header = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(";").map((cell) => cell.trim()));
  const columns = header.slice(FIRST_COLUMNS.length);
  return {
    columns,
    rows: rows.map(([zone = "", places = "", ...prices]) => ({
      zone,
      places,
      prices: prices.slice(0, columns.length),
    })),
  };
}

/** The columns of a tariff that nobody has begun. */
export const loadColumnNames: readonly string[] = loadKinds.map((kind) => loadNames[kind]);

/** What is wrong in words, with its line in the file and the name of its column. */
function describeProblem({ message, row, column, field }: TariffProblem, columns: readonly string[]): string {
  if (row === undefined) return message;
  const name = field ?? (column === undefined ? undefined : columns[column]);
  return `Line ${row + 2}${name === undefined ? "" : `, ${name}`}: ${message}`;
}

/** Why a text is no tariff; undefined for one, and for an empty text. */
export function tariffError(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const [zone, places] = (text.split(/\r?\n/)[0] ?? "").split(";").map((cell) => cell.trim().toLowerCase());
  if (zone !== FIRST_COLUMNS[0] || places !== FIRST_COLUMNS[1]) {
    return "The first line names the columns: zone;places;parcel;half pallet";
  }
  const typed = typedTariff(text);
  const read = readTariff(typed);
  if ("tariff" in read) return undefined;
  return read.problems
    .slice(0, 3)
    .map((problem) => describeProblem(problem, typed.columns))
    .join(". ");
}

const parsed = new Map<string, Tariff>();

/** The tariff in a text that was checked; one without zones where it is empty. Remembers the last one. */
export function tariffIn(text: string): Tariff {
  const known = parsed.get(text);
  if (known) return known;
  const read = readTariff(typedTariff(text));
  const tariff = "tariff" in read ? read.tariff : { columns: [], zones: [] };
  parsed.clear();
  parsed.set(text, tariff);
  return tariff;
}

/**
 * A tariff of the shape that small hauliers publish: pallets by area, dearer to the Highlands and islands. Its figures
 * are invented.
 */
export const EXAMPLE_TARIFF = `zone;places;parcel;quarter pallet;half pallet;full pallet;bulk bag
Mainland;United Kingdom;6.95;49.00;59.00;79.00;79.00
Highlands;AB31-38, AB53-56, FK17-21, IV, KA27-28, KW1-14, PA20-40, PA80, PH15-41, PH49-50;12.95;79.00;95.00;125.00;125.00
Scottish islands;HS, KW15-17, PA41-49, PA60-78, PH42-44, ZE;19.95;119.00;139.00;175.00;195.00
Isle of Wight and Scilly;PO30-41, TR21-25;12.95;85.00;99.00;129.00;
Northern Ireland;BT;14.95;89.00;99.00;119.00;
Isle of Man;IM;15.95;99.00;115.00;145.00;`;
