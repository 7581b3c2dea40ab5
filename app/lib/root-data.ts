import { useRouteLoaderData } from "@remix-run/react";
import type { CartView } from "#server/cart/cart-view.ts";
import type { Notice } from "#server/http/notice.ts";
import { type Currency, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import type { WorkCounts } from "#server/staff/today.ts";

const storeFacts = [
  "storeName",
  "storeDescription",
  "storeAddress",
  "storePhone",
  "storeEmail",
  "companyNumber",
  "vatNumber",
  "registeredOffice",
  "openingHoursWeekdays",
  "openingHoursSaturday",
  "openingHoursSunday",
  "facebookUrl",
  "instagramUrl",
  "linkedinUrl",
  "youtubeUrl",
  "currency",
  "taxEnabled",
  "taxLabel",
  "dispatchPromise",
] as const satisfies readonly (keyof StoreSettingsValues)[];

/** What every page says about the shop; the other settings stay on the server. */
export type StoreSummary = Pick<StoreSettingsValues, (typeof storeFacts)[number]>;

export function storeSummaryOf(settings: StoreSettingsValues): StoreSummary {
  return Object.fromEntries(storeFacts.map((name) => [name, settings[name]])) as StoreSummary;
}

/** What the header offers: a sign-in, an account, or the dashboard of staff. */
export type VisitorKind = "visitor" | "customer" | "staff";

/** The person and their cart. */
export interface Visitor {
  actor: { kind: VisitorKind; signedIn: boolean; name: string | null; role: string | null };
  cart: CartView;
}

/** What every page knows: loaded by the root route. */
export interface RootData extends Visitor {
  store: StoreSummary;
  /** The shop's public address without a trailing slash. */
  publicUrl: string;
  notice: Notice | null;
  /** Payments come from the sandbox: no money moves. */
  testPayments: boolean;
  /** On pages for staff: how much waits for somebody. */
  work: WorkCounts | null;
}

/** The root route's data; undefined only on an error page for which they could not be loaded. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The currency of today's prices. What was bought keeps its own: see `OrderMoney`. */
export function useStoreCurrency(): Currency {
  return useRootData()?.store.currency ?? "GBP";
}

/** Formats today's prices. */
export function useStoreMoney(): (amount: Pence) => string {
  const currency = useStoreCurrency();
  return (amount) => formatMoney(amount, currency);
}
