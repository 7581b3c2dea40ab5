import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WorkCount } from "./live.tsx";

it("failed orders are counted in red, and nothing when there are none", () => {
  expect(renderToStaticMarkup(<WorkCount kind="failedOrders" count={0} />)).toBe("");
  expect(renderToStaticMarkup(<WorkCount kind="failedOrders" count={undefined} />)).toBe("");
  const three = renderToStaticMarkup(<WorkCount kind="failedOrders" count={3} />);
  expect(three).toContain(">3<");
  expect(three).toContain(" failed payments");
  expect(three).toContain("bg-clay");
});

it("what is every day's work is counted in no warning's colour, up to a bound", () => {
  expect(renderToStaticMarkup(<WorkCount kind="toPack" count={1} />)).toContain(" order to pack");
  const many = renderToStaticMarkup(<WorkCount kind="toPack" count={1000} />);
  expect(many).toContain("999+");
  expect(many).not.toContain("bg-clay");
});
