import { describe, expect, it } from "vitest";
import { countryCodeOf } from "#server/pricing/country-names.ts";
import { type CheckoutForm, checkoutFormSchema, detailsOf, formOf } from "./checkout-details.ts";
import { emptyCheckoutForm, isConfirmed, suspectPostcodes } from "./checkout-form.ts";
import { countryOptionOf, countryOptions, withChosenCountries } from "./country-options.ts";

const good = {
  firstName: " Gwen ",
  lastName: "Guest",
  email: "gwen@example.com",
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  sameShipping: true,
};

function messagesOf(form: object): Record<string, string> {
  const issues = checkoutFormSchema.safeParse(form).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("the checkout form", () => {
  it("trims and fills in the defaults", () => {
    expect(checkoutFormSchema.parse(good)).toMatchObject({
      firstName: "Gwen",
      phone: "",
      country: "United Kingdom",
      shippingCountry: "United Kingdom",
    });
  });

  it("names every missing field at once, the shipping fields too when shipping elsewhere", () => {
    expect(messagesOf({ sameShipping: false })).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Email is required",
      address: "Address is required",
      city: "City is required",
      postcode: "Postcode is required",
      shippingAddress: "Shipping address is required",
      shippingCity: "Shipping city is required",
      shippingPostcode: "Shipping postcode is required",
    });
  });

  it.each([
    ["email", "gwen@", "Please enter a valid email address"],
    ["city", "   ", "City is required"],
    ["firstName", "x".repeat(101), "First name must be at most 100 characters"],
    ["lastName", "x".repeat(100), "Last name must be at most 99 characters"],
    ["postcode", "x".repeat(21), "Postcode must be at most 20 characters"],
    ["address", "1\u0000Lane", "Please use letters, digits and punctuation only"],
  ])("refuses %s %j", (field, value, message) => {
    expect(messagesOf({ ...good, [field]: value })).toEqual({ [field]: message });
  });
});

describe("what is kept of the form", () => {
  const elsewhere: CheckoutForm = checkoutFormSchema.parse({
    ...good,
    sameShipping: false,
    shippingAddress: "2 Rue Verte",
    shippingCity: "Lyon",
    shippingPostcode: "69001",
    shippingCountry: "France",
  });

  it("joins name and address as the order payload does", () => {
    const details = detailsOf(checkoutFormSchema.parse(good));
    expect(details.customerName).toBe("Gwen Guest");
    expect(details.customerAddress).toBe("1 Mill Lane, Ludlow, SY8 1AA, United Kingdom");
  });

  it("gives the shipping address when it differs, and keeps both", () => {
    const details = detailsOf(elsewhere);
    expect(details.customerAddress).toBe("2 Rue Verte, Lyon, 69001, France");
    expect(details.billingAddress).toMatchObject({ city: "Ludlow", countryCode: "GB" });
    expect(details.shippingAddress).toMatchObject({ city: "Lyon", countryCode: "FR" });
  });

  it("writes postcodes as they are written", () => {
    const details = detailsOf(checkoutFormSchema.parse({ ...good, postcode: "sy81aa" }));
    expect(details.billingAddress.postcode).toBe("SY8 1AA");
    expect(details.customerAddress).toBe("1 Mill Lane, Ludlow, SY8 1AA, United Kingdom");
  });

  it("can be turned back into the form", () => {
    expect(formOf(detailsOf(elsewhere))).toEqual(elsewhere);
  });
});

it("suggests the commonest countries, and accepts any other", () => {
  expect(countryOptions.map(countryCodeOf)).toEqual(["GB", "IE", "US", "CA", "AU", "DE", "FR", "NL"]);
  expect(checkoutFormSchema.parse({ ...good, country: "Iceland" })).toMatchObject({ country: "Iceland" });
});

describe("a country's code", () => {
  it.each([
    ["United Kingdom", "GB"],
    ["Ireland", "IE"],
    ["France", "FR"],
    ["usa", "US"],
    ["United States", "US"],
    ["Ukraine", "UA"],
    ["The Netherlands", "NL"],
    ["New South Wales, Australia", "AU"],
    ["Kingdom of Saudi Arabia", "SA"],
    ["Milwaukee WI, United States", "US"],
    ["Jersey", "JE"],
    ...([
      ["Jersey, C.I.", "JE"],
      ["Guernsey, Channel Islands", "GG"],
      ["Alderney", "GG"],
      ["New Jersey", "US"],
      ["IoM", "IM"],
      ["Gibraltar (UK)", "GI"],
    ] satisfies [string, string][]),
    ...([
      ["Deutschland", "DE"],
      ["Rep. of Ireland", "IE"],
      ["S. Korea", "KR"],
      ["Dubai", "AE"],
      ["香港", "HK"],
      ["Österreich", "AT"],
      ["ESPAÑA", "ES"],
      ["Suisse", "CH"],
      ["Éire", "IE"],
      ["日本", "JP"],
      ["Ελλάδα", "GR"],
      ["Česko", "CZ"],
      ["Danmark", "DK"],
    ] satisfies [string, string][]),
    ...([
      ["U.S.A.", "US"],
      ["UAE", "AE"],
      ["N.Z.", "NZ"],
      ["DEU", "DE"],
      ["ROI", "IE"],
      ["Korea, Republic of", "KR"],
      ["Congo, Democratic Republic of the", "CD"],
      ["Bosnia & Herzegovina", "BA"],
      ["St. Lucia", "LC"],
      ["Cote d'Ivoire", "CI"],
    ] satisfies [string, string][]),
    ["Atlantis", null],
    ["", null],
  ])("of %j is %j", (country, code) => expect(countryCodeOf(country)).toBe(code));
});

describe("the country field without JavaScript", () => {
  const sent = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return Object.fromEntries(withChosenCountries(form));
  };

  it("means the option that was chosen, whatever the hidden text field holds", () => {
    expect(sent({ countryOption: "Ireland", country: "United Kingdom" })).toEqual({ country: "Ireland" });
    expect(sent({ shippingCountryOption: "France", shippingCountry: "" })).toEqual({
      shippingCountry: "France",
    });
  });

  it("means the text after 'other', and whatever a script sends without options", () => {
    expect(sent({ countryOption: "other", country: "Spain" })).toEqual({ country: "Spain" });
    expect(sent({ country: "Spain", city: "Ludlow" })).toEqual({ country: "Spain", city: "Ludlow" });
  });

  it("shows what was stored as free text under 'other', and nothing as nothing", () => {
    expect(["Ireland", "England", ""].map(countryOptionOf)).toEqual(["Ireland", "other", ""]);
  });
});

const home = { ...emptyCheckoutForm, postcode: "SY8 1AA" };
const elsewhere = { ...home, sameShipping: false };

describe("the postcodes that a shopper is asked about", () => {
  it.each([
    ["none that has the form of its country", home, []],
    ["that of the bill", { ...home, postcode: "SY8 1A" }, ["postcode"]],
    ["that of the delivery", { ...elsewhere, shippingPostcode: "SY8" }, ["shippingPostcode"]],
    ["both", { ...elsewhere, postcode: "1", shippingPostcode: "2" }, ["postcode", "shippingPostcode"]],
    ["none to which nothing goes", { ...home, shippingPostcode: "SY8" }, []],
    ["none of another country", { ...elsewhere, shippingPostcode: "75001", shippingCountry: "France" }, []],
  ])("are %s", (_which, form, expected) => {
    expect(suspectPostcodes(form)).toEqual(expected);
  });

  it("are confirmed as they stand, and no other with them", () => {
    expect(isConfirmed("SY8 1A", " SY8 1A ")).toBe(true);
    for (const other of ["SY8 1B", "", undefined, true]) expect(isConfirmed("SY8 1A", other)).toBe(false);
  });
});
