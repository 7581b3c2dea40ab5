import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StockBadge } from "./finder.tsx";

it.each([
  [11, "11 in stock"],
  [10, "Only 10 left"],
  [1, "Only 1 left"],
  [0, "Out of Stock"],
])("%d units: %s, normal above ten", (stock, words) => {
  expect(renderToStaticMarkup(<StockBadge stock={stock} />).replace(/<!-- -->|<[^>]+>/g, "")).toBe(words);
});
