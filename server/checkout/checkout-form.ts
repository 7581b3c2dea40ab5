import type { CheckoutForm } from "./checkout-details.ts";

export const DEFAULT_COUNTRY = "United Kingdom";

/** The payment area opens once these are filled in. */
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
};
