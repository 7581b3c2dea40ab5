import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { useSoldProducts } from "../products/use-sold-products.ts";
import { StaffPanel } from "../staff-panel.tsx";
import { TabPages, TabSearch } from "../tab-list.tsx";
import { StockBadge } from "./stock-badge.tsx";

/** The Products tab of the shop manager: what is sold, for how much, and how much of it there is. */
export function ShopProductsPanel(loaded: DashboardPanelProps<SoldProductPage>) {
  const money = useStoreMoney();
  const { search, stock, after, list, refresh } = useSoldProducts(loaded);
  const { products, next } = list.data;
  const here = { screen: "/shop-manager", tab: "products", search, stock } as const;
  return (
    <StaffPanel
      id="shop-products"
      title={stock ? "Products that run low" : "Products"}
      list={list}
      onRefresh={refresh}
      search={<TabSearch {...here} label="Search products" />}
      what="the products"
    >
      {products.length === 0 ? (
        <EmptyState title={stock && !search ? "Nothing runs low" : "No products found"} headingLevel={3}>
          {stock && !search
            ? "A product stands here while no more of it is left than the low-stock threshold."
            : "Try fewer letters, or clear the search."}
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
              <tr key={product.id} data-row={product.id} className="hover:bg-sunken">
                <Cell className="min-w-40 font-medium">{product.name}</Cell>
                <Cell className="min-w-32 text-ink-soft">{product.category}</Cell>
                <Cell className="text-right whitespace-nowrap tabular-nums">
                  {money(product.currentPrice)}
                </Cell>
                <Cell className="whitespace-nowrap">
                  <StockBadge stock={product.stockQuantity} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <TabPages {...here} {...{ after, next }} />
    </StaffPanel>
  );
}
