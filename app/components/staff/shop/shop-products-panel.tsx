import { type Column, RowsTable, StaffList } from "#app/components/staff/kit/staff-list.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { SoldProduct, SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { useSoldProducts } from "../products/use-sold-products.ts";
import { StockBadge } from "./stock-badge.tsx";

/** The Products tab of the shop manager: what is sold, for how much, and how much of it there is. */
export function ShopProductsPanel(loaded: DashboardPanelProps<SoldProductPage>) {
  const money = useStoreMoney();
  const { products, shown } = useSoldProducts(loaded);
  const columns: Column<SoldProduct>[] = [
    { head: "Name", cell: ({ name }) => name, className: "min-w-40 font-medium" },
    { head: "Category", cell: ({ category }) => category, className: "min-w-32 text-ink-soft" },
    {
      head: "Price",
      cell: ({ currentPrice }) => money(currentPrice),
      className: "text-right whitespace-nowrap tabular-nums",
      headClassName: "text-right",
    },
    {
      head: "Stock",
      cell: ({ stockQuantity }) => <StockBadge stock={stockQuantity} />,
      className: "whitespace-nowrap",
    },
  ];
  return (
    <StaffList id="shop-products" {...shown}>
      <RowsTable caption="Products" rows={products} columns={columns} />
    </StaffList>
  );
}
