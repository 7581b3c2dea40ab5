import { useSearchParams } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { SoldProductPage } from "#server/catalogue/list-sold-products.server.ts";
import { staffCatalogueQueryIn } from "#server/catalogue/staff-catalogue-query.ts";
import { formatPounds } from "#server/pricing/money.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { StaffPanel } from "../staff-panel.tsx";
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
    <StaffPanel
      id="shop-products"
      title="Products"
      list={list}
      onRefresh={() => utils.products.list.invalidate()}
      search={<ShopSearch tab="products" label="Search products" search={search} />}
      what="the products"
    >
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
    </StaffPanel>
  );
}
