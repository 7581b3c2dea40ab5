/** The countries of the country field, by the name that is stored; the last of its options is "other". */
export const countryOptions = [
  "United Kingdom",
  "Ireland",
  "United States",
  "Canada",
  "Australia",
  "Germany",
  "France",
  "Netherlands",
] as const;

/** The option that opens a text field for any other country. */
export const OTHER_COUNTRY = "other";

/** The option under which a stored country is shown; none is "". */
export function countryOptionOf(country: string): string {
  if (country === "") return "";
  return countryOptions.some((option) => option === country) ? country : OTHER_COUNTRY;
}

/** The name of the list of options beside the text field of a country. */
export function optionsOf(name: string): string {
  return `${name}Option`;
}

/**
 * A form in which each country is its text field, as with JavaScript, where choosing an option fills it in: without it
 * the list and the text field come by themselves (docs/rules.md#checkout-3).
 */
export function withChosenCountries(form: FormData): FormData {
  for (const name of ["country", "shippingCountry"]) {
    const option = form.get(optionsOf(name));
    if (typeof option === "string" && option !== OTHER_COUNTRY) form.set(name, option);
    form.delete(optionsOf(name));
  }
  return form;
}
