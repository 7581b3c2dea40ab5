import { accessKinds } from "#server/checkout/delivery-choice.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { dialledDigits } from "#server/core/phone-and-postcode.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import type { LoadKind } from "#server/pricing/loads.ts";
import type { OrderToPack } from "./packing.server.ts";
import { isReady, packingGroupOf } from "./packing-list.ts";
import { contentsText, weightOfUnits } from "./parcels.ts";

/** Whom a file of what waits is for. */
export const carrierFiles = ["click-and-drop", "pallets"] as const;
export type CarrierFile = (typeof carrierFiles)[number];

/** A parcel, pallet or bulk bag of an order that goes out. */
interface OutgoingLoad {
  /** Null for pallets of which nobody knows the size: what is left of an order of which a part is not sent with it. */
  kind: LoadKind | null;
  /** With its packaging; null where nobody knows. */
  grams: number | null;
  contents: string;
}

/** Each load of an order by itself: as its delivery was priced, else what is left of it as one. */
function outgoingLoads({ delivery, lines }: OrderToPack): OutgoingLoad[] {
  if (delivery?.split) {
    return delivery.split.flatMap(({ kind, count, grams, packs }) =>
      Array.from({ length: count }, () => ({ kind, grams, contents: contentsText(packs) })),
    );
  }
  const kind = packingGroupOf(delivery) === "pallet" ? null : "parcel";
  return [{ kind, grams: weightOfUnits(lines), contents: contentsText(lines) }];
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

/** A line of an address in a file that has so many for it; what is too much for them stands in the last. */
function addressLine({ shippingAddress }: OrderToPack, line: number, count: number): string {
  const parts = shippingAddress.address
    .split(/\s*[\n,]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const text = line === count ? parts.slice(line - 1).join(", ") : (parts[line - 1] ?? "");
  return text.slice(0, ADDRESS_LINE);
}

function kilograms(grams: number | null): string {
  return grams === null ? "" : String(grams / 1000);
}

/** A load with its order, as a row of a carrier's file is written of it. */
type LoadOfOrder = OutgoingLoad & { order: OrderToPack; reference: string };

type Column = [name: string, cell: (load: LoadOfOrder) => CsvCell];

const INSTRUCTIONS = 100;

/** In the words of Royal Mail's list of fields for orders from a spreadsheet. */
const clickAndDropColumns: readonly Column[] = [
  ["Order reference", ({ reference }) => reference],
  ["Date", ({ order }) => dayOf(order.createdAt)],
  ["Full name", ({ order }) => order.shippingAddress.name],
  ["Address Line 1", ({ order }) => addressLine(order, 1, 3)],
  ["Address Line 2", ({ order }) => addressLine(order, 2, 3)],
  ["Address Line 3", ({ order }) => addressLine(order, 3, 3)],
  ["City", ({ order }) => order.shippingAddress.city],
  ["Postcode", ({ order }) => order.shippingAddress.postcode],
  ["Country", ({ order }) => countryName(order.shippingAddress)],
  ["Phone", ({ order }) => dialledDigits(order.customerPhone)],
  ["Email", ({ order }) => order.customerEmail],
  ["Weight", ({ grams }) => kilograms(grams)],
  ["Package Size", () => "Parcel"],
  // Empty: a shipping rule of the account chooses it.
  ["Service code", () => ""],
  ["Special instructions", ({ order }) => (order.delivery?.label ?? "").slice(0, INSTRUCTIONS)],
];

/** "02/03/26" in London */
function dayOf(moment: string): string {
  const [year = "", month = "", day = ""] = shopDay(moment).split("-");
  return `${day}/${month}/${year.slice(2)}`;
}

/** With what the driver of a pallet network has to know. */
const palletColumns: readonly Column[] = [
  ["reference", ({ reference }) => reference],
  ["name", ({ order }) => order.shippingAddress.name],
  ["address_1", ({ order }) => addressLine(order, 1, 2)],
  ["address_2", ({ order }) => addressLine(order, 2, 2)],
  ["town", ({ order }) => order.shippingAddress.city],
  ["postcode", ({ order }) => order.shippingAddress.postcode],
  ["country", ({ order }) => countryName(order.shippingAddress)],
  ["phone", ({ order }) => dialledDigits(order.customerPhone)],
  ["email", ({ order }) => order.customerEmail],
  ["pallet", ({ kind }) => (kind && palletSizes[kind]) ?? ""],
  ["weight_kg", ({ grams }) => kilograms(grams)],
  ["tail_lift", ({ order }) => yesOrNo(order.delivery?.driver?.tailLift)],
  ["forklift", ({ order }) => yesOrNo(order.delivery?.driver?.forklift)],
  ["access", ({ order }) => accessOf(order)],
  ["notes", palletNotes],
];

const palletSizes: Partial<Record<LoadKind, string>> = {
  quarter_pallet: "quarter",
  half_pallet: "half",
  full_pallet: "full",
  // It stands on a pallet of its own.
  bulk_bag: "full",
};

/** Empty where nobody was asked. */
function yesOrNo(answer: boolean | undefined): string {
  if (answer === undefined) return "";
  return answer ? "yes" : "no";
}

function accessOf({ delivery }: OrderToPack): string {
  return delivery?.driver ? accessKinds[delivery.driver.access] : "";
}

function palletNotes({ kind, contents, order }: LoadOfOrder): string {
  const driver = order.delivery?.driver;
  const notes = [
    kind === "bulk_bag" ? "Bulk bag" : "",
    contents,
    driver && !driver.somebodyThere ? "Call before you come" : "",
    driver?.badDays ? `Not on: ${driver.badDays}` : "",
  ];
  return notes.filter((note) => note !== "").join("; ");
}

const files = {
  "click-and-drop": { columns: clickAndDropColumns, loadsOf: outgoingParcels },
  pallets: { columns: palletColumns, loadsOf: outgoingPallets },
};

/** The file for a carrier of what can go out now, with a row for each load; what is collected goes with none. */
export function carrierFileOf(carrier: CarrierFile, orders: readonly OrderToPack[]) {
  const { columns, loadsOf } = files[carrier];
  const outgoing = orders.filter(
    (order) => isReady(order) && packingGroupOf(order.delivery) !== "collection",
  );
  const loads = outgoing.flatMap((order) =>
    loadsOf(order).map((load, index, { length }) => ({
      ...{ ...load, order },
      reference: loadReference(order.invoiceNumber, index + 1, length),
    })),
  );
  return {
    columns: columns.map(([name]) => name),
    rows: loads.map((load) => columns.map(([, cell]) => cell(load))),
  };
}
