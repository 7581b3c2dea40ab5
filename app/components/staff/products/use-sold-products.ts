import { useSearchParams } from "@remix-run/react";
import { trpc } from "#app/lib/trpc.ts";
import type { SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import { soldStockIn, staffCatalogueQueryIn } from "#server/catalogue/staff-catalogue-query.ts";
import type { DashboardPanelProps, TabRequest } from "../dashboard-tab.tsx";

/** What a tab that lists the sold products loads, on the dashboard and in the shop manager. */
export function loadSoldProducts({ caller, search }: TabRequest): Promise<SoldProductPage> {
  const query = staffCatalogueQueryIn(search);
  return caller.products.list({
    search: query.search,
    stock: soldStockIn(search),
    cursor: query.after,
  });
}

/** The same list as its panel follows it: what was asked for, and what came. */
export function useSoldProducts({
  first,
  loadedAt,
}: Pick<DashboardPanelProps<SoldProductPage>, "first" | "loadedAt">) {
  const [parameters] = useSearchParams();
  const { search, after } = staffCatalogueQueryIn(parameters);
  const stock = soldStockIn(parameters);
  const utils = trpc.useUtils();
  const list = trpc.products.list.useQuery(
    { search, stock, cursor: after },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  return { search, stock, after, list, refresh: () => utils.products.list.invalidate() };
}
