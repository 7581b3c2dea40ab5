import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OrderStatus } from "#server/orders/order.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { OrderBadges } from "./orders-table.tsx";

it.each([
  ["pending", "pending", false],
  ["processing", "processing", false],
  ["completed", "completed", false],
  ["cancelled", "cancelled", false],
  [null, "pending", false],
  ["", "pending", false],
  ["refused", "refused", true],
])("the status %s is shown as %s, grey: %s", (status, words, grey) => {
  const html = renderToStaticMarkup(<OrderStatusBadge status={status} />);
  expect(html.replace(/<[^>]+>/g, "")).toBe(words);
  expect(html.includes("bg-sunken")).toBe(grey);
});

it("an open order that goes abroad is marked in the list: its delivery is to be agreed", () => {
  const shown = (status: OrderStatus, deliveryToBeAgreed: boolean) =>
    renderToStaticMarkup(<OrderBadges order={{ status, deliveryToBeAgreed }} />).replace(/<[^>]+>/g, " ");
  expect(shown("processing", true)).toContain("Agree delivery");
  expect(shown("processing", false)).not.toContain("Agree delivery");
  expect(shown("completed", true)).not.toContain("Agree delivery");
});
