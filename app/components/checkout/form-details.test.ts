import { describe, expect, it } from "vitest";
import { servedPlacesOf } from "#server/settings/promises.ts";
import {
  deliveryCountryOf,
  type FormDetails,
  methodIn,
  missingIn,
  postcodeQuestionsIn,
  unservedPlaceIn,
  wrongFieldsIn,
} from "./form-details.ts";

const filled: FormDetails = {
  country: "United Kingdom",
  shippingCountry: "France",
  sameShipping: "on",
  firstName: "Rowan",
  lastName: "Field",
  email: "rowan@example.com",
  phone: "",
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
};

describe("the payment area", () => {
  it("is enabled without a phone", () => {
    expect(missingIn(filled)).toEqual([]);
  });

  it.each(["firstName", "lastName", "email", "address", "city", "postcode"])("waits for %s", (name) => {
    expect(missingIn({ ...filled, [name]: " " })).toEqual([name]);
  });

  it("waits for a separate shipping address too", () => {
    const elsewhere = { ...filled, sameShipping: "" };
    expect(missingIn(elsewhere)).toEqual(["shippingAddress", "shippingCity", "shippingPostcode"]);
    const shipping = { shippingAddress: "2 Rue", shippingCity: "Lyon", shippingPostcode: "69001" };
    expect(missingIn({ ...elsewhere, ...shipping })).toEqual([]);
  });
});

describe("a postcode that does not look British", () => {
  const typing = (changes: FormDetails) => postcodeQuestionsIn({ ...filled, ...changes });

  it("is asked about in a British address alone", () => {
    expect(typing({})).toEqual([]);
    expect(typing({ postcode: " NOPE " })).toEqual([{ field: "postcode", typed: "NOPE", confirmed: false }]);
    expect(typing({ postcode: "NOPE", country: "France" })).toEqual([]);
  });

  it("is no question any more once this very postcode was confirmed", () => {
    expect(typing({ postcode: "NOPE", postcodeConfirmed: "NOPE" })).toMatchObject([{ confirmed: true }]);
    expect(typing({ postcode: "NOPE2", postcodeConfirmed: "NOPE" })).toMatchObject([{ confirmed: false }]);
  });

  it("is asked about where the goods go", () => {
    const elsewhere = { sameShipping: "", shippingCountry: "United Kingdom" };
    expect(typing({ shippingPostcode: "NOPE", ...elsewhere })).toMatchObject([{ field: "shippingPostcode" }]);
    expect(typing({ shippingPostcode: "NOPE" })).toEqual([]);
  });
});

it("the payment is by card unless PayPal is chosen", () => {
  expect(methodIn(undefined)).toBe("stripe");
  expect(methodIn({ paymentMethod: "paypal" })).toBe("paypal");
});

it("delivery is to the billing country unless shipping differs", () => {
  expect(deliveryCountryOf(filled)).toBe("United Kingdom");
  expect(deliveryCountryOf({ ...filled, sameShipping: "" })).toBe("France");
});

describe("a country that the shop does not deliver to", () => {
  const refused = (changes: FormDetails, countriesServed = "GB") =>
    unservedPlaceIn({ ...filled, ...changes }, servedPlacesOf({ countriesServed }));

  it("is refused at the field that names it, in words that name those on the list", () => {
    const message = "We deliver to the United Kingdom only.";
    expect(refused({ country: " Norway " })).toEqual({ field: "country", typed: "Norway", message });
    expect(refused({ sameShipping: "" })).toEqual({ field: "shippingCountry", typed: "France", message });
    expect(refused({ country: "France" }, "IE, GB")?.message).toBe(
      "We deliver to Ireland and the United Kingdom only.",
    );
  });

  it("is refused at the postcode, where that tells the island", () => {
    const message = "JE2 3AB is in Jersey. We deliver to the United Kingdom only.";
    expect(refused({ postcode: "je2 3ab" })).toEqual({ field: "postcode", typed: "je2 3ab", message });
  });

  it("is none where the postcode tells an island that the shop delivers to, whatever country stands beside it", () => {
    expect(refused({}, "Jersey")).toMatchObject({ field: "country", message: "We deliver to Jersey only." });
    expect(refused({ postcode: "JE2 3AB" }, "Jersey")).toBeNull();
  });

  it("is refused as the destination alone", () => {
    expect(refused({})).toBeNull();
    const home = { sameShipping: "", country: "France", shippingCountry: "United Kingdom" };
    expect(refused(home)).toBeNull();
  });

  it("is none where the owner lists no countries, or nothing is typed yet", () => {
    expect(refused({ country: "France" }, "")).toBeNull();
    expect(refused({ country: "" })).toBeNull();
  });
});

describe("what the server says of a field when it prepares the payment", () => {
  const taken = "Somebody else has just taken it.";
  const answer = {
    error: { collectionSlot: [taken], marketingAsked: ["Nobody sees it"], city: null },
    initialValue: { collectionSlot: "10:00" },
  };
  const choosing = (collectionSlot: string) => wrongFieldsIn(answer, { ...filled, collectionSlot });

  it("stands beside the field as long as that says the same", () => {
    expect([...choosing("10:00")]).toEqual([["collectionSlot", [taken]]]);
    expect(choosing("10:30").size).toBe(0);
  });

  it("is nothing before there was an answer, or where it was right", () => {
    expect(wrongFieldsIn(undefined, filled).size).toBe(0);
    expect(wrongFieldsIn({ initialValue: filled }, filled).size).toBe(0);
  });
});
