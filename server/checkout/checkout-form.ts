import type { CheckoutForm } from "./checkout-details.ts";

/** Spec section 3: the country fields' default. */
export const DEFAULT_COUNTRY = "United Kingdom";

/** Spec section 5: the payment area opens once these are filled in. */
export const fieldsBeforePayment = ["firstName", "lastName", "email", "address", "city", "postcode"] as const;

/** An untouched form: spec section 3's defaults. */
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
