import type { SettingGuide } from "./setting-guide.ts";

export const productsGuides: readonly SettingGuide[] = [
  {
    name: "stockManagement",
    label: "Stock Management",
    kind: "switch",
    changes: ({ stockManagement }) =>
      stockManagement
        ? "Products say “In Stock (8 available)”, nobody can buy more than there is, and orders take from the stock."
        : "Products say “In Stock” without a number and can always be bought; orders take nothing from the stock.",
  },
  {
    name: "lowStockThreshold",
    label: "Low Stock Threshold",
    kind: "count",
    changes: ({ lowStockThreshold, stockManagement }) => {
      if (!stockManagement) return "Not used while stock is not managed.";
      return lowStockThreshold < 1
        ? "Nothing ever counts as running low."
        : `From ${lowStockThreshold} down a product's page says “Only ${lowStockThreshold} left”, and the email of an order that takes it there tells staff.`;
    },
  },
  {
    name: "hideOutOfStock",
    label: "Hide Products That Are out of Stock",
    kind: "switch",
    changes: ({ hideOutOfStock }) =>
      hideOutOfStock
        ? "The catalogue leaves out products without stock; their own pages stay reachable."
        : "The catalogue shows products without stock as “Out of Stock”.",
  },
  {
    name: "productReviews",
    label: "Product Reviews (not in this version)",
    kind: "switch",
    changes: () =>
      "Kept for the record only: this version shows and collects no reviews, so this changes nothing.",
  },
];
