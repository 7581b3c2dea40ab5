import { type ServedPlaces, servedText } from "#server/pricing/served-places.ts";
import type { StoreSettingsValues } from "./store-settings.ts";

/** What the shop promises about delivery and returns: pages, mails and the terms of each contract say it in these words. */
export type Promises = Pick<
  StoreSettingsValues,
  "dispatchPromise" | "latestDeliveryDays" | "bulkDelivery" | "bulkReturns" | "countriesServed"
> &
  /** Missing in what was promised before Northern Ireland had a setting of its own. */
  Partial<Pick<StoreSettingsValues, "northernIrelandServed">> & {
    /** Delivery goes by the table of rates, abroad as well. */
    ratedByTable?: true;
    /** Orders can be collected from the yard. */
    collects?: true;
  };

type PlacesPromised = Pick<Promises, "countriesServed" | "northernIrelandServed">;

export function promisesOf(settings: StoreSettingsValues): Promises {
  const { dispatchPromise, latestDeliveryDays, bulkDelivery, bulkReturns, countriesServed } = settings;
  return {
    dispatchPromise,
    latestDeliveryDays,
    bulkDelivery,
    bulkReturns,
    countriesServed,
    // Where it is as ever, mails and pages keep the facts that they had.
    ...(settings.northernIrelandServed ? {} : { northernIrelandServed: false }),
    ...(isRatedByTable(settings) ? { ratedByTable: true } : {}),
    ...(settings.collectionEnabled ? { collects: true } : {}),
  };
}

/** Whether delivery goes by the table of rates, once the Shipping tab is saved; nothing else can make it so. */
export function isRatedByTable(
  settings: Pick<StoreSettingsValues, "shippingEnabled" | "shippingCalculationType">,
): boolean {
  return settings.shippingEnabled && settings.shippingCalculationType === "weight";
}

/** The places that the shop delivers to, one a line; none where it delivers everywhere. */
function placesServed({ countriesServed }: Pick<Promises, "countriesServed">): string[] {
  return countriesServed
    .split(/[\n,;]/)
    .map((place) => place.trim())
    .filter((place) => place !== "");
}

/** The same, as prices of delivery depend on it. */
export function servedPlacesOf(settings: PlacesPromised): ServedPlaces {
  return { countries: placesServed(settings), northernIreland: settings.northernIrelandServed ?? true };
}

/** "the United Kingdom and Ireland"; null where the shop delivers everywhere. */
export function placesServedText(promises: PlacesPromised): string | null {
  return servedText(servedPlacesOf(promises));
}
