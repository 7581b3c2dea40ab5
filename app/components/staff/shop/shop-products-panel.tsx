import { useSearchParams } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { SoldProductPage } from "#server/catalogue/list-sold-products.server.ts";
import { staffCatalogueQueryIn } from "#server/catalogue/staff-catalogue-query.ts";
import { formatPounds } from "#server/pricing/money.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { RefreshRefused } from "../refresh-refused.tsx";
import { ShopPages, ShopSearch } from "./shop-search.tsx";
import { StockBadge } from "./stock-badge.tsx";

/** The Products tab of the shop manager: what is sold, for how much, and how much of it there is. */
export function ShopProductsPanel({ first, loadedAt }: DashboardPanelProps<SoldProductPage>) {
  const [parameters] = useSearchParams();
  const { search, after } = staffCatalogueQueryIn(parameters);
  const utils = trpc.useUtils();
  const list = trpc.products.list.useQuery(
    { search, cursor: after },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  const { products, next } = list.data;
  return (
    <section aria-labelledby="shop-products" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="shop-products" className="text-xl">
          Products
        </h2>
        <RefreshButton
          updatedAt={list.dataUpdatedAt}
          refreshing={list.isFetching}
          onRefresh={() => utils.products.list.invalidate()}
        />
      </header>
      <ShopSearch tab="products" label="Search products" search={search} />
      <RefreshRefused what="the products" error={list.error} />
      {products.length === 0 ? (
        <EmptyState title="No products found" headingLevel={3}>
          Try fewer letters, or clear the search.
        </EmptyState>
      ) : (
        <Table caption="Products">
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell>Category</HeadCell>
              <HeadCell className="text-right">Price</HeadCell>
              <HeadCell>Stock</HeadCell>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id} className="hover:bg-sunken">
                <Cell className="min-w-40 font-medium">{product.name}</Cell>
                <Cell className="min-w-32 text-ink-soft">{product.category}</Cell>
                <Cell className="text-right whitespace-nowrap tabular-nums">
                  {formatPounds(product.currentPrice)}
                </Cell>
                <Cell className="whitespace-nowrap">
                  <StockBadge stock={product.stockQuantity} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShopPages tab="products" {...{ search, after, next }} />
    </section>
  );
}
