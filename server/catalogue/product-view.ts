import { addressOf } from "#server/core/without-empty.ts";
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
import { structuredPerMeasure } from "#server/pricing/price-per-measure.ts";
import { priceRowsOf } from "#server/pricing/price-steps.ts";
import { isEntryServed, type ServedPlaces } from "#server/pricing/served-places.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import { productLinkPath } from "./gtin.ts";
import type { ProductView, WholeProduct } from "./product-rows.server.ts";

export type { ProductView, WholeProduct };

/** A product as the catalogue lists it. */
export interface CatalogueProduct extends ProductView {
  /** Set where its card stands for a family: the packs of it, the cheapest first. */
  packLabels?: string[];
}

/** Whether a product can be bought, and what the page says about it. */
export interface Availability {
  canBuy: boolean;
  /** "In Stock (N available)" or "Out of Stock"; no number while stock is not managed. */
  stockLine: string;
  /** "Only n left", from the low-stock threshold down. */
  lowStockLine: string | null;
}

/** Reads `stockManagement` and `lowStockThreshold`; `stockQuantity` is what can be sold now. */
export function availabilityOf(
  product: { stockQuantity: number },
  settings: Pick<StoreSettings, "stockManagement" | "lowStockThreshold">,
): Availability {
  if (!settings.stockManagement) return { canBuy: true, stockLine: "In Stock", lowStockLine: null };
  const left = product.stockQuantity;
  if (left <= 0) return { canBuy: false, stockLine: "Out of Stock", lowStockLine: null };
  return {
    canBuy: true,
    stockLine: `In Stock (${left} available)`,
    lowStockLine: left <= settings.lowStockThreshold ? `Only ${left} left` : null,
  };
}

/** A product in schema.org's vocabulary, for search engines. Addresses begin with the shop's public one. */
export function structuredProduct(
  product: WholeProduct,
  seller: SellerFacts,
  shippingDetails?: readonly StructuredDelivery[],
) {
  const { publicUrl, storeName } = seller;
  const url = `${publicUrl}/products/${product.slug}`;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: product.description,
    sku: String(product.id),
    ...(product.gtin === null
      ? {}
      : { gtin: product.gtin, hasGS1DigitalLink: publicUrl + productLinkPath(product.gtin) }),
    brand: { "@type": "Brand", name: storeName },
    category: product.category,
    url,
    image: structuredPictures(product, publicUrl),
    offers: { ...structuredOffer(product, seller), ...(shippingDetails ? { shippingDetails } : {}) },
  };
}

/** The one picture of a product, or the list of them. */
function structuredPictures({ imageUrl, pictures }: WholeProduct, publicUrl: string): string | string[] {
  const addresses = pictures.map((address) => addressOf(address, publicUrl));
  return addresses.length > 1 ? addresses : addressOf(imageUrl, publicUrl);
}

/** What a product is offered for, as a part of its structured data. */
export function structuredOffer(
  product: Pick<ProductView, "slug" | "currentPrice" | "canBuy" | "perMeasure"> &
    Partial<Pick<ProductView, "priceSteps" | "tradeList">>,
  { publicUrl, storeName, currency }: SellerFacts,
) {
  const perMeasure = product.perMeasure ? structuredPerMeasure(product.perMeasure, currency) : undefined;
  const byQuantity = structuredSteps(product, currency);
  const specification =
    byQuantity.length > 0 ? [...(perMeasure ? [perMeasure] : []), ...byQuantity] : perMeasure;
  return {
    "@type": "Offer",
    url: `${publicUrl}/products/${product.slug}`,
    price: penceToDecimal(product.currentPrice),
    priceCurrency: currency,
    ...(specification ? { priceSpecification: specification } : {}),
    availability: product.canBuy ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "Organization", name: storeName, url: `${publicUrl}/` },
  };
}

/** What a unit costs by quantity; nothing where it always costs the same. */
function structuredSteps(
  {
    currentPrice,
    priceSteps = [],
    tradeList = null,
  }: Pick<ProductView, "currentPrice"> & Partial<Pick<ProductView, "priceSteps" | "tradeList">>,
  currency: Currency,
) {
  const rows = priceRowsOf({ currentPrice, priceSteps }, tradeList);
  if (rows.length === 1) return [];
  return rows.map(({ from, to, price }) => ({
    "@type": "UnitPriceSpecification",
    price: penceToDecimal(price),
    priceCurrency: currency,
    eligibleQuantity: {
      "@type": "QuantitativeValue",
      minValue: from,
      ...(to === null ? {} : { maxValue: to }),
      unitCode: "C62",
    },
  }));
}

export interface SellerFacts {
  currency: Currency;
  publicUrl: string;
  storeName: string;
}

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
