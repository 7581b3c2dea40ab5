import { expect, it } from "vitest";
import { inSentOrder } from "./pictures-form.tsx";

it("a form that comes back has its rows as they were dragged, and new ones behind", () => {
  const rows = [{ url: "/c" }, { url: "/a" }, "no row"];
  expect(inSentOrder(["/a", "/b", "/c"], (url) => url, rows)).toEqual(["/c", "/a", "/b"]);
  expect(inSentOrder(["/a", "/b"], (url) => url, [])).toEqual(["/a", "/b"]);
});
