import { ordersTab } from "#app/components/staff/orders/orders-tab.tsx";
import { soldProductList } from "#server/catalogue/staff-catalogue-query.ts";
import { customerList } from "#server/customers/users-query.ts";
import { dashboardTab } from "../dashboard-tab.tsx";
import { ShopCustomersPanel } from "./shop-customers-panel.tsx";
import { ShopProductsPanel } from "./shop-products-panel.tsx";

/** The tabs of /shop-manager, in their order; the first is open when the address names none. */
export const shopTabs = [
  ordersTab,
  dashboardTab({
    key: "customers",
    label: "Customers",
    permission: "customers.view",
    load: ({ caller, search }) => caller.shop.customers(customerList.read(search)),
    Panel: ShopCustomersPanel,
  }),
  dashboardTab({
    key: "products",
    label: "Products",
    permission: "products.view",
    load: ({ caller, search }) => caller.products.list(soldProductList.read(search)),
    Panel: ShopProductsPanel,
  }),
];
