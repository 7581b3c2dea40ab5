import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TabCount } from "./tabs.tsx";

it("a tab counts what waits on it in red, and nothing when nothing waits", () => {
  expect(renderToStaticMarkup(<TabCount count={0} />)).toBe("");
  const three = renderToStaticMarkup(<TabCount count={3} />);
  expect(three).toContain(">3<");
  expect(three).toContain("bg-clay");
});
