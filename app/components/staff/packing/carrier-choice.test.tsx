import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FieldsProvider } from "#app/components/ui/field-source.ts";
import { CarrierChoice } from "./carrier-choice.tsx";

it.each([
  ["the likely one", "Evri", "Evri"],
  ["“Another” for one that is not in the list", "Our own van", ""],
])("the carrier to begin with is %s", (_, likely, chosen) => {
  const form = (
    <FieldsProvider value={(name) => ({ id: name, name })}>
      <CarrierChoice likely={likely} />
    </FieldsProvider>
  );
  const radios = renderToStaticMarkup(form).match(/<input type="radio"[^>]*>/g) ?? [];
  const checked = radios.filter((radio) => radio.includes("checked"));
  expect(checked.map((radio) => /value="([^"]*)"/.exec(radio)?.[1])).toEqual([chosen]);
});
