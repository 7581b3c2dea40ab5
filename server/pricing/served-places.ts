import { countryCodeOf, namesCountry } from "./country-names.ts";
import {
  countryOfArea,
  type LocatedPlace,
  locate,
  NORTHERN_IRELAND,
  type Place,
  parseZone,
  type ZoneEntry,
} from "./delivery-zones.ts";

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
  return countries.length === 0 || countries.some((country) => namesCountry(country, code));
}

/** What is said to somebody at a place that the shop does not deliver to; null of one that it does. */
export function unservedReason(place: LocatedPlace, served: ServedPlaces): string | null {
  if (isServed(place, served)) return null;
  const text = servedText(served);
  const only = text === null ? "" : ` We deliver to ${text} only.`;
  const island = place.outward && namesOfAreas[place.outward.area];
  if (island && !place.country.toLowerCase().includes(island.toLowerCase())) {
    return `${place.postcode?.trim().toUpperCase()} is in ${withArticle(island)}.${only}`;
  }
  return only === "" ? `We do not deliver to ${withArticle(island ?? place.country)}.` : only.trim();
}

/**
 * The same, with the text of the address that says so: a country that is not served, wherever in it the postcode is.
 */
export function unservedPlace(
  place: Place,
  served: ServedPlaces,
): { by: "country" | "postcode"; reason: string } | null {
  const reason = unservedReason(locate(place), served);
  if (reason === null) return null;
  const isCountry = unservedReason(locate({ country: place.country }), served) !== null;
  return { by: isCountry ? "country" : "postcode", reason };
}

/** Places that people write as the United Kingdom though they are served by themselves. */
const namesOfAreas: Partial<Record<string, string>> = {
  JE: "Jersey",
  GY: "Guernsey",
  IM: "Isle of Man",
  [NORTHERN_IRELAND]: "Northern Ireland",
};

function isServed({ country, code, outward }: LocatedPlace, served: ServedPlaces): boolean {
  if (outward?.area === NORTHERN_IRELAND && !served.northernIreland) return false;
  if (served.countries.length === 0) return true;
  const typed = country.trim().toLowerCase();
  return served.countries.some((named) =>
    code === null ? named.trim().toLowerCase() === typed : namesCountry(named, code),
  );
}

/** "the United Kingdom and Ireland"; null where the shop delivers everywhere. */
export function servedText({ countries, northernIreland }: ServedPlaces): string | null {
  if (countries.length === 0) return northernIreland ? null : "all places except Northern Ireland";
  return listed(countries.map((country) => nameOfCountry(country, northernIreland)));
}

/** The United Kingdom, with or without Northern Ireland. */
export type HomeServed = "United Kingdom" | "Great Britain";

/** What of the United Kingdom is served, by its name; null where nothing of it is. */
export function homeServed(served: ServedPlaces | undefined): HomeServed | null {
  const { countries, northernIreland } = served ?? everywhere;
  if (countries.length > 0 && !countries.some(isHome)) return null;
  return northernIreland ? "United Kingdom" : "Great Britain";
}

/** The places outside the United Kingdom that are served: "Ireland and Jersey"; null where there are none. */
export function abroadServed(served: ServedPlaces | undefined): string | null {
  const { countries } = served ?? everywhere;
  if (countries.length === 0) return "Other countries";
  const abroad = countries.filter((country) => !isHome(country));
  return abroad.length === 0 ? null : listed(abroad.map((country) => nameOfCountry(country, true)));
}

/** The places of a zone as its owner wrote them, without those that are not served. */
export function placesServedOf(places: string, served: ServedPlaces | undefined): string {
  if (!served) return places;
  const pieces = places.split(/[,;\n]/).map((piece) => piece.trim());
  const servedPieces = pieces.filter((piece) =>
    parseZone(piece).entries.some((entry) => isEntryServed(entry, served)),
  );
  return servedPieces.map((piece) => (isHome(piece) ? (homeServed(served) ?? piece) : piece)).join(", ");
}

const everywhere: ServedPlaces = { countries: [], northernIreland: true };

function isHome(country: string): boolean {
  return countryCodeOf(country) === "GB";
}

function listed(places: readonly string[]): string {
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
  return list.format(new Set(places.map(withArticle)));
}

function withArticle(place: string): string {
  return /^(United Kingdom|Isle of Man)$/.test(place) ? `the ${place}` : place;
}

/**
 * Owners write "GB" as well; shoppers read the country's name. Anyone who names a part of the United Kingdom serves all
 * of it, so that is what they read.
 */
function nameOfCountry(country: string, northernIreland: boolean): string {
  if (isHome(country)) return northernIreland ? "United Kingdom" : "Great Britain";
  const written = country.trim();
  if (!/^[a-z]{2}$/i.test(written)) return written;
  return new Intl.DisplayNames("en-GB", { type: "region" }).of(written.toUpperCase()) ?? written;
}
