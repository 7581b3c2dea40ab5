import { isCollected } from "#server/checkout/delivery-choice.ts";
import { parseCsv, UnreadableCsv } from "#server/core/csv.ts";
import { type CsvRecord, spoiltBy } from "#server/core/csv-cells.ts";
import { searchable } from "#server/core/fields.ts";
import { readLoadReference } from "./carrier-files.ts";
import type { OrderToPack } from "./packing.server.ts";
import { isMixed } from "./packing-list.ts";

/** A row of a carrier's file. */
export interface TrackingRow {
  /** Where it begins; the header is line 1. */
  line: number;
  reference: string;
  number: string;
}

/** What becomes of a row: its order goes out, or why not. */
interface PlannedRow extends TrackingRow {
  order: Pick<OrderToPack, "id" | "invoiceNumber" | "customerName"> | null;
  /** Which of its loads; null where it names none. */
  place: number | null;
  /** Empty where it goes out. */
  refusal: string;
}

/** The names that carriers give their columns, the surest first; only letters count. */
const referenceNames = [
  "orderreference",
  "channelreference",
  "customerreference",
  "yourreference",
  "shipmentreference",
  "consignmentreference",
  "invoicenumber",
  "ordernumber",
  "reference",
  "order",
];
const numberNames = [
  "trackingnumber",
  "trackingno",
  "trackingid",
  "trackingreference",
  "tracking",
  "barcode",
  "parcelnumber",
  "consignmentnumber",
  "consignmentno",
  "consignment",
];
const carrierNames = ["carrier", "carriername", "courier", "shippingcarrier"];

/** As many as a form has room for, with its other fields. */
const MOST_ROWS = 500;
/** `Parcel.trackingNumber` */
const LONGEST_NUMBER = 100;

/**
 * Reads a carrier's file by the names of its columns, with the carrier where it names one. @throws UnreadableCsv, with a
 * sentence for staff
 */
export function readTrackingFile(text: string): { rows: TrackingRow[]; carrier: string } {
  if (text.trim() === "") throw new UnreadableCsv("Choose a file, or paste its rows.");
  const { columns, records } = parseCsv(text);
  const reference = columnOf(columns, referenceNames, (name) => namesAnOrder(records, name));
  const number = columnOf(columns, numberNames, () => true);
  if (reference === undefined || number === undefined) {
    const missing =
      reference === undefined ? "the order's number, such as Order reference" : "Tracking number";
    throw new UnreadableCsv(
      `The file has no column with ${missing}. Its columns are: ${columns.join(", ")}.`,
    );
  }
  if (records.length === 0) throw new UnreadableCsv("There are no rows below the header.");
  if (records.length > MOST_ROWS) {
    throw new UnreadableCsv(`The file has ${records.length} rows; at most ${MOST_ROWS} can be read at once.`);
  }
  const carrierColumn = columnOf(columns, carrierNames, () => true);
  const carriers = new Set(records.map(({ cells }) => cells[carrierColumn ?? ""] ?? "").filter(Boolean));
  const [carrier = ""] = carriers.size === 1 ? carriers : [];
  return {
    carrier: carrier.slice(0, 100),
    rows: records.map(({ line, cells }) => ({
      line,
      reference: searchable(cells[reference] ?? ""),
      number: searchable(cells[number] ?? ""),
    })),
  };
}

/** The column of the surest name that will do; where none will, the surest there is. */
function columnOf(
  columns: readonly string[],
  names: readonly string[],
  does: (column: string) => boolean,
): string | undefined {
  const found = names.flatMap((name) =>
    columns.filter((column) => column.toLowerCase().replaceAll(/[^a-z]/g, "") === name),
  );
  return found.find(does) ?? found[0];
}

function namesAnOrder(records: readonly CsvRecord[], column: string): boolean {
  return records.some(({ cells }) => readLoadReference(cells[column] ?? "") !== null);
}

/** The numbers of the orders that a file names. */
export function ordersNamedIn(rows: readonly TrackingRow[]): string[] {
  return [...new Set(rows.flatMap(({ reference }) => readLoadReference(reference)?.invoiceNumber ?? []))];
}

/**
 * What is done with each row, and which orders go out. An order goes out as a whole or not at all: where one of its rows
 * will not do, the others say so.
 */
export function planTracking(rows: readonly TrackingRow[], orders: readonly OrderToPack[]) {
  const planned = rows.map((row): PlannedRow => {
    const named = readLoadReference(row.reference);
    const order = orders.find(({ invoiceNumber }) => invoiceNumber === named?.invoiceNumber);
    return {
      ...row,
      order: order
        ? { id: order.id, invoiceNumber: order.invoiceNumber, customerName: order.customerName }
        : null,
      place: named?.place ?? null,
      refusal: order ? (orderError(order, row.number) ?? "") : unknownOrderError(row.reference),
    };
  });
  rejectRepeated(planned);
  rejectShared(planned);
  for (const order of orders) rejectIncomplete(planned, order);
  const ready = orders.flatMap(({ id, invoiceNumber, customerName }) => {
    const own = planned.filter((row) => row.order?.id === id && row.refusal === "");
    const trackingNumber = numbersOf(own);
    return own.length > 0 ? [{ id, invoiceNumber, customerName, trackingNumber }] : [];
  });
  return { rows: planned, ready };
}

/** Several parcels may travel under one number; other numbers are parted by commas. */
function numbersOf(rows: readonly TrackingRow[]): string {
  return [...new Set(rows.map(({ number }) => number))].join(", ");
}

function unknownOrderError(reference: string): string {
  if (reference === "") return "No order is named in this row.";
  const spoilt = spoiltBy(reference);
  if (spoilt !== undefined) return `${spoilt}.`;
  return readLoadReference(reference) === null
    ? "This is no number of an order here."
    : "No order has this number.";
}

function orderError(order: OrderToPack, number: string): string | undefined {
  const { status, dispatchedAt, isReviewed, isMoneyBack, isBackorder, withdrawn, delivery, sentNumbers } =
    order;
  if (number === "") return "It has no tracking number yet.";
  const spoilt = spoiltBy(number);
  if (spoilt !== undefined) return `${spoilt}.`;
  if (number.length > LONGEST_NUMBER) return `A tracking number has at most ${LONGEST_NUMBER} characters.`;
  if (sentNumbers.includes(number)) return "It was dispatched with this number before.";
  if (dispatchedAt) return "It was dispatched before.";
  if (status !== "processing") return `It is ${status}.`;
  if (isReviewed) return "Its payment is still under review.";
  if (isMoneyBack) return "Its payment went back, and nobody has released it.";
  if (withdrawn) return `Its customer cancelled ${withdrawn}.`;
  if (isBackorder) return "It was paid after the stock was gone.";
  if (delivery && isCollected({ option: delivery.id })) return "It is collected from the yard.";
  if (delivery && isMixed(delivery)) return `It goes out in ${delivery.loads}: dispatch each by itself.`;
  return undefined;
}

/** Of two rows for one load the second is left out where they agree; where they do not, neither will do. */
function rejectRepeated(rows: readonly PlannedRow[]): void {
  for (const [index, row] of rows.entries()) {
    if (row.order === null) continue;
    const earlier = rows
      .slice(0, index)
      .find((other) => other.order?.id === row.order?.id && other.place === row.place && other.number !== "");
    if (!earlier || row.number === "") continue;
    if (earlier.number === row.number) {
      row.refusal ||= `The same as line ${earlier.line}.`;
    } else {
      row.refusal ||= `Line ${earlier.line} has another number for it.`;
      earlier.refusal ||= `Line ${row.line} has another number for it.`;
    }
  }
}

/** A number belongs to one order. */
function rejectShared(rows: readonly PlannedRow[]): void {
  for (const row of rows) {
    if (row.order === null || row.number === "") continue;
    const other = rows.find(
      (each) => each.number === row.number && each.order && each.order.id !== row.order?.id,
    );
    if (other) row.refusal ||= `${other.order?.invoiceNumber} has this number too, on line ${other.line}.`;
  }
}

/** An order goes out when all of its loads have a number, or one row is for all of them. */
function rejectIncomplete(rows: readonly PlannedRow[], { id, delivery }: OrderToPack): void {
  const good = rows.filter(({ order, refusal }) => order?.id === id && refusal === "");
  const places = new Set(good.map(({ place }) => place));
  const count = (delivery?.split ?? []).reduce((sum, load) => sum + load.count, 0);
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (place) => !places.has(place),
  );
  const isForAll = places.has(null);
  const isWhole = isForAll ? places.size === 1 : missing.length === 0 && places.size === count;
  if (isWhole && numbersOf(good).length <= LONGEST_NUMBER) return;
  const gap = isForAll
    ? "Some rows are for a part of this order, and one for all of it"
    : `The file has no number for part ${missing.join(" and ")} of it`;
  const why = missing.length > 0 ? gap : "The rows of this order together are too many, or too long";
  for (const row of good) row.refusal = `${why}: dispatch it by itself.`;
}
