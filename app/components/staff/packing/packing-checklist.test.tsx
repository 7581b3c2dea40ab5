import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FieldsOfForm } from "#app/components/ui/fields.tsx";
import { CarrierChoice } from "./packing-checklist.tsx";

it.each([
  ["the likely one", "Evri", "Evri"],
  ["“Another” for one that is not in the list", "Our own van", ""],
])("the carrier to begin with is %s", (_, likely, chosen) => {
  const form = (
    <FieldsOfForm.Provider value={(name) => ({ id: name, name })}>
      <CarrierChoice likely={likely} />
    </FieldsOfForm.Provider>
  );
  const radios = renderToStaticMarkup(form).match(/<input type="radio"[^>]*>/g) ?? [];
  const checked = radios.filter((radio) => radio.includes("checked"));
  expect(checked.map((radio) => /value="([^"]*)"/.exec(radio)?.[1])).toEqual([chosen]);
});
