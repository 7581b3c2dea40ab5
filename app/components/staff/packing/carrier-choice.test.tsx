import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CarrierChoice } from "./carrier-choice.tsx";

it.each([
  ["the likely one", { likely: "Evri" }, "Evri"],
  ["the one that was sent before", { likely: "Evri", typed: "DPD" }, "DPD"],
  ["“Another” for one that is not in the list", { likely: "Evri", typed: "Our own van" }, ""],
])("the carrier to begin with is %s", (_, choice, chosen) => {
  const radios =
    renderToStaticMarkup(<CarrierChoice {...choice} />).match(/<input type="radio"[^>]*>/g) ?? [];
  const checked = radios.filter((radio) => radio.includes("checked"));
  expect(checked.map((radio) => /value="([^"]*)"/.exec(radio)?.[1])).toEqual([chosen]);
});
