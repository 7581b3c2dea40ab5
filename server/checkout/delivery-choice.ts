import type { LoadKind } from "#server/pricing/loads.ts";
import type { Pence } from "#server/pricing/money.ts";
import { slotLabel } from "./collection-slots.ts";

/** The delivery option of those who collect from the yard. */
export const COLLECTION = "collection";
export const COLLECTION_LABEL = "Collection from our yard";

export const accessKindNames = ["articulated", "rigid", "small", "unsure"] as const;
type AccessKind = (typeof accessKindNames)[number];

/** What can reach the buyer with a pallet. */
export const accessKinds: Record<AccessKind, string> = {
  articulated: "An articulated lorry (16.5 m)",
  rigid: "A rigid lorry (up to 12 m)",
  small: "Only a small lorry or van (7.5 t)",
  unsure: "Not sure: please call",
};

/** What the driver of a pallet or a bulk bag has to know (docs/rules.md#driver-1). */
interface DriverAnswers {
  access: AccessKind;
  /** The lorry must bring a tail lift. */
  tailLift: boolean;
  /** There is a forklift on the spot. */
  forklift: boolean;
  /** Somebody will be there. */
  somebodyThere: boolean;
  /** Days that do not suit, in the buyer's words. */
  badDays: string;
}

/** How a shopper wants the goods, as chosen in the checkout; none where the checkout offers no choice. */
export interface DeliveryChoice {
  /** The id of the option; empty while none is chosen. */
  option: string;
  /** Collected in the half hour that begins at this ISO moment. */
  slot?: string;
  driver?: DriverAnswers;
}

/** Parcels, pallets or bulk bags that weigh the same and hold the same. */
export interface EqualLoads {
  kind: LoadKind;
  count: number;
  /** Of each; null for a bulk bag that nobody has weighed. */
  grams: number | null;
  /** What each holds. */
  packs: { productName: string; quantity: number }[];
}

/** The option that was priced, frozen with what is paid. */
export interface FrozenDelivery {
  id: string;
  label: string;
  price: Pence;
  /** The parcels and pallets that it goes out in: "1 bulk bag, 2 parcels". */
  loads?: string;
  /** Those, with their weights and what they hold, for staff. */
  split?: EqualLoads[];
  /** Collected in the half hour that begins at this ISO moment. */
  slot?: string;
}

/** The same on an order. */
export interface OrderDelivery extends FrozenDelivery {
  driver?: DriverAnswers;
  /** Paid after its half hour had been given to somebody else: another one has to be agreed. */
  slotLost?: boolean;
}

/** The same for anyone who packs it: without what it cost. */
export type PackedDelivery = Omit<OrderDelivery, "price">;

/** The same for its buyer, or of an order of which only a part is still to be sent. */
export function withoutSplit<Delivery extends { split?: EqualLoads[] }>({
  split: _,
  ...delivery
}: Delivery): Omit<Delivery, "split"> {
  return delivery;
}

export function isCollected(delivery: Pick<DeliveryChoice, "option"> | undefined): boolean {
  return delivery?.option === COLLECTION;
}

/** A thing about a delivery, with its name. */
export interface DeliveryFact {
  label: string;
  value: string;
}

/** How an order goes out, in words, as its buyer reads it on pages and in mails. */
export function deliveryFacts({ label, slot, slotLost, driver }: PackedDelivery): DeliveryFact[] {
  const facts: (DeliveryFact | false)[] = [
    { label: slot ? "Collection" : "Delivery", value: label },
    slot !== undefined && {
      label: "Time",
      value: slotLost
        ? `${slotLabel(slot)} was taken before the payment came: another time has to be agreed`
        : slotLabel(slot),
    },
    ...(driver ? driverFacts(driver) : []),
  ];
  return facts.filter((fact) => fact !== false);
}

/** The same of what the driver has to know alone. */
export function driverFacts({
  access,
  tailLift,
  forklift,
  somebodyThere,
  badDays,
}: DriverAnswers): DeliveryFact[] {
  const facts: (DeliveryFact | false)[] = [
    { label: "Access", value: accessKinds[access] },
    { label: "Tail lift", value: tailLift ? "needed" : "not needed" },
    { label: "Forklift on site", value: forklift ? "yes" : "no" },
    { label: "Somebody there", value: somebodyThere ? "yes" : "no: call before you come" },
    badDays !== "" && { label: "Days that do not suit", value: badDays },
  ];
  return facts.filter((fact) => fact !== false);
}
