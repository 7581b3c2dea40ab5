import { locate } from "#server/pricing/delivery-zones.ts";
import { normalPostcode } from "#server/pricing/postcode.ts";
import type { CheckoutDetails, PostalAddress } from "./checkout.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import { COLLECTION, type DeliveryChoice } from "./delivery-choice.ts";

/** First and last name joined. */
function joinName(firstName: string, lastName: string): string {
  return [firstName, lastName].filter((part) => part !== "").join(" ");
}

/** Address, city, postcode, country joined by commas. */
function joinAddress(parts: Pick<PostalAddress, "address" | "city" | "postcode" | "country">): string {
  return [parts.address, parts.city, parts.postcode, parts.country].filter((part) => part !== "").join(", ");
}

/**
 * What the checkout stores of its form: both addresses, and the joined texts of the order payload
 * (docs/rules.md#checkout-2).
 */
export function detailsOf(form: CheckoutForm): CheckoutDetails {
  const name = joinName(form.firstName, form.lastName);
  const billingAddress = postalAddress(name, form.address, form.city, form.postcode, form.country);
  const shippingAddress = form.sameShipping
    ? billingAddress
    : postalAddress(
        name,
        form.shippingAddress,
        form.shippingCity,
        form.shippingPostcode,
        form.shippingCountry,
      );
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    customerName: name,
    customerEmail: form.email,
    customerPhone: form.phone,
    customerAddress: joinAddress(shippingAddress),
    billingAddress,
    shippingAddress,
    sameShipping: form.sameShipping,
    ...(form.expressDelivery ? { expressDelivery: true } : {}),
    ...deliveryIn(form),
    ...(form.marketingAsked === "on" ? { softOptIn: form.marketingRefused !== "on" } : {}),
  };
}

/** The form as it was filled in: for a reload, or a return from the payment page. */
export function formOf(details: CheckoutDetails): CheckoutForm {
  const { billingAddress: billing, shippingAddress: shipping, sameShipping } = details;
  return {
    firstName: details.firstName,
    lastName: details.lastName,
    email: details.customerEmail,
    phone: details.customerPhone,
    address: billing.address,
    city: billing.city,
    postcode: billing.postcode,
    country: billing.country,
    sameShipping,
    shippingAddress: sameShipping ? "" : shipping.address,
    shippingCity: sameShipping ? "" : shipping.city,
    shippingPostcode: sameShipping ? "" : shipping.postcode,
    shippingCountry: shipping.country,
    expressDelivery: details.expressDelivery === true,
    ...fieldsOfDelivery(details.delivery),
    marketingAsked: details.softOptIn === undefined ? "" : "on",
    marketingRefused: details.softOptIn === false ? "on" : "",
  };
}

/** How the goods are wanted; nothing of a form without such fields, as in a shop that offers no choice. */
function deliveryIn(form: CheckoutForm): { delivery?: DeliveryChoice } {
  const { deliveryOption: option, collectionSlot: slot, driverAccess: access } = form;
  if (option === "" && access === "") return {};
  if (option === COLLECTION) return { delivery: { option, ...(slot === "" ? {} : { slot }) } };
  if (access === "") return { delivery: { option } };
  const driver = {
    access,
    tailLift: form.driverTailLift,
    forklift: form.driverForklift,
    somebodyThere: form.driverSomebodyThere,
    badDays: form.driverBadDays,
  };
  return { delivery: { option, driver } };
}

function fieldsOfDelivery(delivery: DeliveryChoice | undefined) {
  const driver = delivery?.driver;
  return {
    deliveryOption: delivery?.option ?? "",
    collectionSlot: delivery?.slot ?? "",
    driverAsked: driver ? "on" : "",
    driverAccess: driver?.access ?? ("" as const),
    driverTailLift: driver?.tailLift ?? false,
    driverForklift: driver?.forklift ?? false,
    driverSomebodyThere: driver?.somebodyThere ?? false,
    driverBadDays: driver?.badDays ?? "",
  };
}

function postalAddress(
  name: string,
  address: string,
  city: string,
  postcode: string,
  country: string,
): PostalAddress {
  return {
    name,
    address,
    city,
    postcode: normalPostcode(postcode),
    country,
    countryCode: locate({ country, postcode }).code,
  };
}
