import { useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";

/** The sold products as a tab lists them, on the dashboard and in the shop manager: what the list shows but its rows. */
export function useSoldProducts({
  first,
  loadedAt,
}: Pick<DashboardPanelProps<SoldProductPage>, "first" | "loadedAt">) {
  const { asked } = useAsked(soldProductList);
  const utils = trpc.useUtils();
  const list = trpc.products.list.useQuery(asked, { initialData: first, initialDataUpdatedAt: loadedAt });
  const { products, next, waiting } = list.data;
  const onlyLow = asked.stock === "low";
  return {
    products,
    waiting,
    shown: {
      title: onlyLow ? "Products that run low" : "Products",
      what: "products",
      query: soldProductList,
      list,
      onRefresh: () => utils.products.list.invalidate(),
      text: { label: "Search products" },
      count: products.length,
      none: { title: "No products found", text: "Try fewer letters, or clear the search." },
      ...(onlyLow && !asked.search
        ? {
            noneFound: {
              title: "Nothing runs low",
              text: "A product stands here while no more of it is left than the low-stock threshold.",
            },
          }
        : {}),
      next,
    },
  };
}
