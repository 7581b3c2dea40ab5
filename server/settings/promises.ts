import type { StoreSettingsValues } from "./store-settings.ts";

/** What the shop promises about delivery and returns: pages, mails and the terms of each contract say it in these words. */
export type Promises = Pick<
  StoreSettingsValues,
  "dispatchPromise" | "latestDeliveryDays" | "bulkDelivery" | "bulkReturns" | "countriesServed"
>;

export function promisesOf(settings: StoreSettingsValues): Promises {
  const { dispatchPromise, latestDeliveryDays, bulkDelivery, bulkReturns, countriesServed } = settings;
  return { dispatchPromise, latestDeliveryDays, bulkDelivery, bulkReturns, countriesServed };
}

/** The places that the shop delivers to, one a line; none where it delivers everywhere. */
export function placesServed({ countriesServed }: Pick<Promises, "countriesServed">): string[] {
  return countriesServed
    .split(/[\n,;]/)
    .map((place) => place.trim())
    .filter((place) => place !== "");
}

/** "the United Kingdom and Ireland"; null where the shop delivers everywhere. */
export function placesServedText(promises: Pick<Promises, "countriesServed">): string | null {
  const places = placesServed(promises)
    .map(nameOfPlace)
    .map((place) => (place === "United Kingdom" ? `the ${place}` : place));
  if (places.length === 0) return null;
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(places);
}

/** Owners write "GB" as well; shoppers read the country's name. */
function nameOfPlace(place: string): string {
  if (!/^[a-z]{2}$/i.test(place)) return place;
  return new Intl.DisplayNames("en-GB", { type: "region" }).of(place.toUpperCase()) ?? place;
}
