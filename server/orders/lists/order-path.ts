import { type OrderSearch, orderList } from "./order-search.ts";

/** The page of an order for staff, with the list that it was found in: what is before and after it comes from there. */
export function orderPath(id: number, search: Partial<OrderSearch> = {}): string {
  const list = orderList.write({ ...search, after: undefined, before: undefined }).toString();
  return `/admin/orders/${id}${list ? `?${list}` : ""}`;
}

/** The list that an order was found in; the newest ones where nothing was asked for. */
export function orderListPath(search: Partial<OrderSearch>): string {
  const list = orderList.write({ ...search, after: undefined, before: undefined }).toString();
  return `/admin?tab=orders${list ? `&view=all&${list}` : ""}`;
}
