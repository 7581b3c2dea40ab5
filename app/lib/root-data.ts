import { useRouteLoaderData } from "@remix-run/react";
import type { CartView } from "#server/cart/cart-view.ts";
import type { Notice } from "#server/http/notice.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

/** What the frame says about the shop. */
export type StoreSummary = Pick<
  StoreSettingsValues,
  "storeName" | "storeDescription" | "storeAddress" | "storePhone" | "storeEmail"
>;

/** What every page knows: loaded by the root route. */
export interface RootData {
  store: StoreSummary;
  actor: { signedIn: boolean; name: string | null; role: string | null };
  cart: CartView;
  notice: Notice | null;
  /** Payments come from the sandbox: no money moves. */
  testPayments: boolean;
}

/** The root route's data; undefined only on an error page that it could not be loaded for. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}
