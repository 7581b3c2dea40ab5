import { isSuspectPostcode } from "#server/pricing/postcode.ts";
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
export function suspectPostcodes(form: Addresses): PostcodeField[] {
  const suspect: PostcodeField[] = [];
  if (isSuspectPostcode(form)) suspect.push("postcode");
  const shipping = { postcode: form.shippingPostcode, country: form.shippingCountry };
  if (!form.sameShipping && isSuspectPostcode(shipping)) suspect.push("shippingPostcode");
  return suspect;
}

/** Whether the shopper has confirmed exactly this postcode. */
export function isConfirmed(postcode: string, confirmation: unknown): boolean {
  return typeof confirmation === "string" && confirmation.trim() === postcode.trim();
}
