import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OrderStatusBadge } from "./order-status-badge.tsx";

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
