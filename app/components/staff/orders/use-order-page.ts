import { useSearchParams } from "@remix-run/react";
import { orderList, orderPath } from "#server/orders/order-search.ts";

/** The page of an order of the list that is shown, which knows what is before and after it there. */
export function useOrderPage(id: number): string {
  const [parameters] = useSearchParams();
  return orderPath(id, parameters.get("view") === "all" ? orderList.read(parameters) : {});
}
