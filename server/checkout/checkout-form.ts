import { isDoubtfulPostcode } from "#server/pricing/postcode.ts";
import type { CheckoutForm } from "./checkout-details.ts";

export const DEFAULT_COUNTRY = "United Kingdom";

/** Fields that must be filled in before the payment area opens. */
export const fieldsBeforePayment = ["firstName", "lastName", "email", "address", "city", "postcode"] as const;

/** An untouched form. */
export const emptyCheckoutForm: CheckoutForm = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  address: "",
  city: "",
  postcode: "",
  country: DEFAULT_COUNTRY,
  sameShipping: true,
  shippingAddress: "",
  shippingCity: "",
  shippingPostcode: "",
  shippingCountry: DEFAULT_COUNTRY,
  expressDelivery: false,
  deliveryOption: "",
  collectionSlot: "",
  driverAsked: "",
  driverAccess: "",
  driverTailLift: false,
  driverForklift: false,
  driverSomebodyThere: false,
  driverBadDays: "",
  marketingAsked: "",
  marketingRefused: "",
};

/** The postcodes of the form, each with the box in which the shopper confirms it: the box's value is what is confirmed. */
export const postcodeConfirmations = {
  postcode: "postcodeConfirmed",
  shippingPostcode: "shippingPostcodeConfirmed",
} as const;

export type PostcodeField = keyof typeof postcodeConfirmations;

type Addresses = Pick<
  CheckoutForm,
  "postcode" | "country" | "sameShipping" | "shippingPostcode" | "shippingCountry"
>;

/**
 * The postcodes that the shopper is asked about, because they do not have their country's format. It is only a
 * question: a confirmed postcode is accepted as it is (docs/rules.md#checkout-11).
 */
export function doubtfulPostcodes(form: Addresses): PostcodeField[] {
  const doubtful: PostcodeField[] = [];
  if (isDoubtfulPostcode(form)) doubtful.push("postcode");
  const shipping = { postcode: form.shippingPostcode, country: form.shippingCountry };
  if (!form.sameShipping && isDoubtfulPostcode(shipping)) doubtful.push("shippingPostcode");
  return doubtful;
}

/** Whether the shopper has confirmed exactly this postcode. */
export function isConfirmed(postcode: string, confirmation: unknown): boolean {
  return typeof confirmation === "string" && confirmation.trim() === postcode.trim();
}

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
