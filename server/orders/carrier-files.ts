import { accessKinds, type EqualLoads } from "#server/checkout/delivery-choice.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { dialledDigits } from "#server/core/phone-and-postcode.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { type LoadKind, loadKinds, loadNames } from "#server/pricing/loads.ts";
import type { OrderToPack } from "./packing.server.ts";
import { isReady, packingGroupOf } from "./packing-list.ts";
import { contentsText, weightOfUnits } from "./parcels.ts";

/** Whom a file of what waits is for. */
export const carrierFiles = ["click-and-drop", "pallets"] as const;
export type CarrierFile = (typeof carrierFiles)[number];

interface CarrierFileDefinition {
  fileName: string;
  columns: readonly string[];
  /** What goes out with that carrier of an order; nothing of one that does not. */
  rows: (order: OrderToPack) => CsvCell[][];
}

/** A parcel, pallet or bulk bag of an order that goes out. */
interface OutgoingLoad {
  /** Null for pallets of which nobody knows the size: the rest of an order of which a part has gone. */
  kind: LoadKind | null;
  /** With its packaging; null where nobody knows. */
  grams: number | null;
  contents: string;
}

/** Each load of an order by itself: as its delivery was priced, else what is left of it as one parcel. */
function outgoingLoads(order: OrderToPack): OutgoingLoad[] {
  const { delivery, lines, isPartSent } = order;
  if (delivery?.split) return delivery.split.flatMap(eachOf);
  const whole = { grams: weightOfUnits(lines), contents: contentsText(lines) };
  const named =
    packingGroupOf(delivery) === "pallet" && !isPartSent ? loadsNamedIn(delivery?.loads ?? "") : [];
  if (named.length === 1) return named.map((kind) => ({ kind, ...whole }));
  if (named.length > 1) return named.map((kind) => ({ kind, grams: null, contents: whole.contents }));
  return [{ kind: packingGroupOf(delivery) === "pallet" ? null : "parcel", ...whole }];
}

function eachOf({ kind, count, grams, packs }: EqualLoads): OutgoingLoad[] {
  return Array.from({ length: count }, () => ({ kind, grams, contents: contentsText(packs) }));
}

/** "1 half pallet, 2 parcels" of an order of before what each holds was kept. */
function loadsNamedIn(text: string): LoadKind[] {
  return text.split(", ").flatMap((part) => {
    const [, count = "0", name = ""] = /^(\d+) (.+?)s?$/.exec(part.trim()) ?? [];
    const kind = loadKinds.find((each) => loadNames[each] === name);
    return kind ? Array.from({ length: Number(count) }, () => kind) : [];
  });
}

/** Parcels of an order. */
export function outgoingParcels(order: OrderToPack): OutgoingLoad[] {
  return outgoingLoads(order).filter(({ kind }) => kind === "parcel");
}

/** Pallets and bulk bags of an order. */
export function outgoingPallets(order: OrderToPack): OutgoingLoad[] {
  return outgoingLoads(order).filter(({ kind }) => kind !== "parcel");
}

/** What the carrier prints on a load and names in its own file: the order's number, and which of several loads it is. */
export function loadReference(invoiceNumber: string, place: number, count: number): string {
  return count === 1 ? invoiceNumber : `${invoiceNumber}-${place}`;
}

/** The order that a carrier's file names, and which of its loads; null for what is no reference of ours. */
export function readLoadReference(reference: string): { invoiceNumber: string; place: number | null } | null {
  const [, invoiceNumber, place] =
    /^(INV-\d{10,16})(?:-(\d{1,3}))?$/.exec(reference.trim().toUpperCase()) ?? [];
  if (invoiceNumber === undefined) return null;
  return { invoiceNumber, place: place === undefined ? null : Number(place) };
}

const countryNames = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });

/** By its full name, however it was typed, a county or a town in its place included. */
function countryName({ country, countryCode, postcode }: OrderToPack["shippingAddress"]): string {
  const code = countryCode ?? locate({ country, postcode }).code;
  return (code && countryNames.of(code)) ?? country;
}

const ADDRESS_LINE = 100;

/** An address in the lines that a carrier's file has for it; what is too much for them stands in the last. */
function addressLines(address: string, count: number): string[] {
  const parts = address
    .split(/\s*[\n,]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const lines = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? parts.slice(index).join(", ") : (parts[index] ?? ""),
  );
  return lines.map((line) => line.slice(0, ADDRESS_LINE));
}

function kilograms(grams: number | null): string {
  return grams === null ? "" : String(grams / 1000);
}

/** In the words of Royal Mail's list of fields for orders from a spreadsheet. */
const clickAndDropColumns = [
  "Order reference",
  "Date",
  "Full name",
  "Address Line 1",
  "Address Line 2",
  "Address Line 3",
  "City",
  "Postcode",
  "Country",
  "Phone",
  "Email",
  "Weight",
  "Package Size",
  "Service code",
  "Special instructions",
];

const PACKAGE_SIZE = "Parcel";
const INSTRUCTIONS = 100;

/** A row for each parcel. The service stays empty: a shipping rule of the account chooses it. */
function clickAndDropRows(order: OrderToPack): CsvCell[][] {
  const { invoiceNumber, shippingAddress, customerPhone, customerEmail, createdAt, delivery } = order;
  const { name, address, city, postcode } = shippingAddress;
  const parcels = outgoingParcels(order);
  const [year = "", month = "", day = ""] = shopDay(createdAt).split("-");
  return parcels.map(({ grams }, index) => [
    loadReference(invoiceNumber, index + 1, parcels.length),
    `${day}/${month}/${year.slice(2)}`,
    name,
    ...addressLines(address, 3),
    city,
    postcode,
    countryName(shippingAddress),
    dialledDigits(customerPhone),
    customerEmail,
    kilograms(grams),
    PACKAGE_SIZE,
    "",
    (delivery?.label ?? "").slice(0, INSTRUCTIONS),
  ]);
}

const palletColumns = [
  "reference",
  "name",
  "address_1",
  "address_2",
  "town",
  "postcode",
  "country",
  "phone",
  "email",
  "pallet",
  "weight_kg",
  "tail_lift",
  "forklift",
  "access",
  "notes",
];

const palletSizes: Partial<Record<LoadKind, string>> = {
  quarter_pallet: "quarter",
  half_pallet: "half",
  full_pallet: "full",
  // It stands on a pallet of its own.
  bulk_bag: "full",
};

/** A row for each pallet and bulk bag, with what its driver has to know. */
function palletRows(order: OrderToPack): CsvCell[][] {
  const { invoiceNumber, shippingAddress, customerPhone, customerEmail, delivery } = order;
  const { name, address, city, postcode } = shippingAddress;
  const pallets = outgoingPallets(order);
  const driver = delivery?.driver;
  return pallets.map(({ kind, grams, contents }, index) => [
    loadReference(invoiceNumber, index + 1, pallets.length),
    name,
    ...addressLines(address, 2),
    city,
    postcode,
    countryName(shippingAddress),
    dialledDigits(customerPhone),
    customerEmail,
    (kind && palletSizes[kind]) ?? "",
    kilograms(grams),
    driver ? yesOrNo(driver.tailLift) : "",
    driver ? yesOrNo(driver.forklift) : "",
    driver ? accessKinds[driver.access] : "",
    [
      kind === "bulk_bag" ? "Bulk bag" : "",
      contents,
      driver && !driver.somebodyThere ? "Call before you come" : "",
      driver?.badDays ? `Not on: ${driver.badDays}` : "",
    ]
      .filter((note) => note !== "")
      .join("; "),
  ]);
}

function yesOrNo(answer: boolean): string {
  return answer ? "yes" : "no";
}

const definitions: Record<CarrierFile, CarrierFileDefinition> = {
  "click-and-drop": { fileName: "click-and-drop.csv", columns: clickAndDropColumns, rows: clickAndDropRows },
  pallets: { fileName: "pallets.csv", columns: palletColumns, rows: palletRows },
};

/** The file for a carrier of what can go out now; what is collected goes with none. */
export function carrierFileOf(
  carrier: CarrierFile,
  orders: readonly OrderToPack[],
): { fileName: string; columns: readonly string[]; rows: CsvCell[][] } {
  const { fileName, columns, rows } = definitions[carrier];
  const outgoing = orders.filter(
    (order) => isReady(order) && packingGroupOf(order.delivery) !== "collection",
  );
  return { fileName, columns, rows: outgoing.flatMap(rows) };
}
