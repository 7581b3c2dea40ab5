import {
  countryOfArea,
  type LocatedPlace,
  locate,
  NORTHERN_IRELAND,
  type Place,
  type ZoneEntry,
} from "./delivery-zones.ts";
import { countryCodeOf } from "./united-kingdom.ts";

/** Where the shop delivers. */
export interface ServedPlaces {
  /** As the owner wrote them; everywhere where there are none. */
  countries: readonly string[];
  /** Whether Northern Ireland counts with the United Kingdom. */
  northernIreland: boolean;
}

/** Whether some place of a zone's entry is served. */
export function isEntryServed(entry: ZoneEntry, { countries, northernIreland }: ServedPlaces): boolean {
  const isIrish = entry.kind !== "country" && entry.area === NORTHERN_IRELAND;
  if (isIrish && !northernIreland) return false;
  const code = entry.kind === "country" ? entry.code : countryOfArea(entry.area);
  return countries.length === 0 || countries.some((country) => countryCodeOf(country) === code);
}

/** What is said to somebody at a place that the shop does not deliver to; null of one that it does. */
export function unservedReason(place: Place, served: ServedPlaces): string | null {
  const located = locate(place);
  if (isServed(place, located, served)) return null;
  const text = servedText(served);
  const only = text === null ? "" : ` We deliver to ${text} only.`;
  const island = located.outward && namesOfAreas[located.outward.area];
  if (island && !place.country.toLowerCase().includes(island.toLowerCase())) {
    return `${place.postcode?.trim().toUpperCase()} is in ${withArticle(island)}.${only}`;
  }
  return only === "" ? `We do not deliver to ${withArticle(island ?? place.country)}.` : only.trim();
}

/** Places that people write as the United Kingdom though they are served by themselves. */
const namesOfAreas: Partial<Record<string, string>> = {
  JE: "Jersey",
  GY: "Guernsey",
  IM: "Isle of Man",
  [NORTHERN_IRELAND]: "Northern Ireland",
};

function isServed(place: Place, { code, outward }: LocatedPlace, served: ServedPlaces): boolean {
  if (outward?.area === NORTHERN_IRELAND && !served.northernIreland) return false;
  if (served.countries.length === 0) return true;
  const typed = place.country.trim().toLowerCase();
  return served.countries.some((country) =>
    code === null ? country.trim().toLowerCase() === typed : countryCodeOf(country) === code,
  );
}

/** "the United Kingdom and Ireland"; null where the shop delivers everywhere. */
export function servedText({ countries, northernIreland }: ServedPlaces): string | null {
  if (countries.length === 0) return northernIreland ? null : "all places except Northern Ireland";
  const names = countries
    .map(nameOfCountry)
    .map((name) => (name === "United Kingdom" && !northernIreland ? "Great Britain" : name));
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names.map(withArticle));
}

function withArticle(place: string): string {
  return /^(United Kingdom|Isle of Man)$/.test(place) ? `the ${place}` : place;
}

/** Owners write "GB" as well; shoppers read the country's name. */
function nameOfCountry(country: string): string {
  const written = country.trim();
  if (!/^[a-z]{2}$/i.test(written)) return written;
  return new Intl.DisplayNames("en-GB", { type: "region" }).of(written.toUpperCase()) ?? written;
}
