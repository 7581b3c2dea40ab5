import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SelectField } from "./fields.tsx";

const options = [
  { value: "a", label: "First" },
  { value: "b", label: "Second" },
  { value: "c", label: "Not now", disabled: true },
];
const withEmpty = [...options, { value: "", label: "None" }];

/** The value of the option that is marked as selected, disabled or not. */
function chosenIn(markup: string): string | undefined {
  return /<option(?=[^>]* selected)[^>]* value="([^"]*)"|<option[^>]* value="([^"]*)"[^>]* selected/
    .exec(markup)
    ?.slice(1)
    .find((value) => value !== undefined);
}

describe("a select sends what is stored", () => {
  const field = { id: "f", name: "rate" };
  it.each([
    ["one of the options", { field: { ...field, defaultValue: "b" } }, options, "b"],
    ["nothing, where an option stands for it", { field }, withEmpty, ""],
    ["nothing, where no option stands for it", { field }, options, ""],
    ["an empty default", { name: "rate", defaultValue: "" }, withEmpty, ""],
    ["something that is no option any more", { field: { ...field, defaultValue: "old" } }, options, "old"],
    [
      "a value that is held outside and is no option",
      { name: "rate", value: "old", onChange() {} },
      options,
      "old",
    ],
    ["an option that cannot be chosen anew", { name: "rate", defaultValue: "c" }, options, "c"],
  ])("%s", (_, props, choices, expected) => {
    const markup = renderToStaticMarkup(<SelectField label="Rate" options={choices} {...props} />);
    expect(chosenIn(markup)).toBe(expected);
    expect(markup).not.toMatch(/<option[^>]*selected[^>]*disabled|<option[^>]*disabled[^>]*selected/);
  });

  it("asks for a choice where one is required and none is stored", () => {
    const markup = renderToStaticMarkup(
      <SelectField label="Rate" options={options} field={field} required />,
    );
    expect(markup).toContain("required");
    expect(markup).toContain(">Choose…<");
  });
});
