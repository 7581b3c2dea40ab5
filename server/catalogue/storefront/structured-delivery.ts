import { countryCodeOf } from "#server/pricing/country-names.ts";
import {
  type DeliveryLine,
  type DeliveryRule,
  quoteDelivery,
  quoteInZone,
  type Tariff,
} from "#server/pricing/delivery.ts";
import { countryOfArea, locate, NORTHERN_IRELAND, type ZoneEntry } from "#server/pricing/delivery-zones.ts";
import type { PackSize } from "#server/pricing/loads.ts";
import { type Currency, type Pence, penceToDecimal } from "#server/pricing/money.ts";
import { isEntryServed, type ServedPlaces } from "#server/pricing/served-places.ts";

/** A part of an offer's structured data: what delivery to some places costs (schema.org's OfferShippingDetails). */
export type StructuredDelivery = Record<string, unknown>;

const UK: ZoneEntry = { kind: "country", code: "GB" };

/**
 * What bringing one of a product costs, place by place, for search engines; undefined by the built-in rule. A place
 * that an entry names more closely goes by that entry. Where one must ask, nothing can be ordered: it says so.
 */
export function structuredDelivery(
  { currentPrice, pack }: { currentPrice: Pence; pack: PackSize },
  rule: DeliveryRule,
  currency: Currency,
): StructuredDelivery[] | undefined {
  if (rule.kind === "as_specified") return undefined;
  const lines = [{ quantity: 1, lineTotal: currentPrice, pack }];
  const { served } = rule;
  const rates =
    rule.kind === "tariff" ? zoneRates(lines, rule.tariff, served) : countryRates(lines, rule, served);
  const isWithoutIreland = served?.northernIreland === false && isServed(UK, served);
  if (isWithoutIreland) rates.push({ entries: [{ kind: "area", area: NORTHERN_IRELAND }], price: null });
  return rates.flatMap(({ entries, price }) =>
    regionsOf(entries).map((region) => ({
      "@type": "OfferShippingDetails",
      ...(price === null
        ? { doesNotShip: true }
        : { shippingRate: { "@type": "MonetaryAmount", value: penceToDecimal(price), currency } }),
      shippingDestination: { "@type": "DefinedRegion", ...region },
    })),
  );
}

/** What delivery to these places costs; null where it cannot be ordered. */
interface PlacesRate {
  entries: readonly ZoneEntry[];
  price: Pence | null;
}

function zoneRates(lines: DeliveryLine[], tariff: Tariff, served: ServedPlaces | undefined): PlacesRate[] {
  return tariff.zones.map((zone) => {
    const quote = quoteInZone(lines, tariff.columns, zone);
    return {
      entries: zone.entries.filter((entry) => isServed(entry, served)),
      price: quote.kind === "quoted" ? quote.price : null,
    };
  });
}

/** The United Kingdom and the countries that the owner named; where it is everywhere, the others are not listed. */
function countryRates(
  lines: DeliveryLine[],
  rule: DeliveryRule,
  served: ServedPlaces | undefined,
): PlacesRate[] {
  const named = (served?.countries ?? []).map(countryCodeOf).filter((code) => code !== null);
  const codes = new Set([...(isServed(UK, served) ? ["GB"] : []), ...named]);
  return [...codes].flatMap((code) => {
    const quote = quoteDelivery(lines, locate({ country: code }), rule);
    if (quote.kind !== "quoted") return [];
    return quote.options.map(({ price }) => ({ entries: [{ kind: "country" as const, code }], price }));
  });
}

function isServed(entry: ZoneEntry, served: ServedPlaces | undefined): boolean {
  return !served || isEntryServed(entry, served);
}

/** The places as schema.org's DefinedRegions name them: whole countries, beginnings of postcodes, and ranges of them. */
function regionsOf(entries: readonly ZoneEntry[]) {
  const prefixes = new Map<string, string[]>();
  const regions: Record<string, unknown>[] = [];
  const ranges = new Map<string, object[]>();
  for (const entry of entries) {
    if (entry.kind === "country") {
      regions.push({ addressCountry: entry.code });
      continue;
    }
    const country = countryOfArea(entry.area);
    if (entry.kind === "area") {
      prefixes.set(country, [...(prefixes.get(country) ?? []), ...prefixesOf(entry.area)]);
      continue;
    }
    const [postalCodeBegin, postalCodeEnd] = [entry.area + entry.from, entry.area + entry.to];
    const range = { "@type": "PostalCodeRangeSpecification", postalCodeBegin, postalCodeEnd };
    ranges.set(country, [...(ranges.get(country) ?? []), range]);
  }
  for (const [addressCountry, postalCodePrefix] of prefixes) {
    regions.push({ addressCountry, postalCodePrefix });
  }
  for (const [addressCountry, postalCodeRange] of ranges) regions.push({ addressCountry, postalCodeRange });
  return regions;
}

/** An area of one letter begins others too, as "B" does "BT": its digits tell it from them. */
function prefixesOf(area: string): string[] {
  return area.length > 1 ? [area] : [..."0123456789"].map((digit) => area + digit);
}
