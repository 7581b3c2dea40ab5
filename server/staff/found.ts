import type { OrderStatus } from "#server/orders/order.ts";

/** One of the things that a text found. */
export interface Hit {
  /** Of this among all hits. */
  key: string;
  title: string;
  /** What tells it from others of its name: address, number, what was bought. */
  detail: string;
  to: string;
  /** Of an order. */
  status?: OrderStatus;
}

export interface HitGroup {
  kind: "orders" | "people" | "products" | "enquiries" | "places";
  label: string;
  hits: Hit[];
  /** Where all of them are, when there may be more. */
  all: string | null;
}

/** What a text found, best kinds first; kinds without a hit are left out. */
export interface Found {
  groups: HitGroup[];
  /** Where nothing was looked for among the orders: how much more of a text that takes. */
  needs: string | null;
}
