import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CountryField } from "./country-field.tsx";

const shown = (defaultValue: string) =>
  renderToStaticMarkup(
    <CountryField
      label="Country"
      field={{
        ...{ id: "country", name: "country", defaultValue },
        ...{ errors: ["We deliver to Wales only."], autoFocus: true },
      }}
    />,
  );

it.each([
  ["France", "select"],
  ["Norway", "input"],
])("with %s, what is wrong stands at the list, and the %s has the focus", (country, control) => {
  const html = shown(country);
  const select = /<select[^>]*>/.exec(html)?.[0] ?? "";
  const error = /aria-describedby="([^" ]+-error)"/.exec(select)?.[1];
  expect(select).toContain("aria-invalid");
  expect(html).toContain(`<p id="${error}"`);
  expect(html.match(/We deliver to Wales only/g)).toHaveLength(1);
  expect(html).toMatch(new RegExp(`<${control}[^>]*autofocus`, "i"));
});
