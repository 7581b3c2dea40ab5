import { z } from "zod";
import { emailAddress, optionalText, requiredText } from "#server/core/fields.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { normalPostcode } from "#server/pricing/postcode.ts";
import type { CheckoutDetails, PostalAddress } from "./checkout.ts";
import { DEFAULT_COUNTRY } from "./checkout-form.ts";
import { accessKindNames, COLLECTION, type DeliveryChoice } from "./delivery-choice.ts";

/** Texts that PostgreSQL and a parcel label can take: no control characters. */
export const printable = (value: string) => !/\p{Cc}/u.test(value);
export const UNPRINTABLE = "Please use letters, digits and punctuation only";

const optional = (max: number) =>
  optionalText(max, `Please use at most ${max} characters`).refine(printable, UNPRINTABLE).default("");

const required = (name: string, max: number) =>
  requiredText(max, `${name} is required`, `${name} must be at most ${max} characters`).refine(
    printable,
    UNPRINTABLE,
  );

const country = (name: string) =>
  optionalText(100, `${name} must be at most 100 characters`)
    .refine(printable, UNPRINTABLE)
    .default(DEFAULT_COUNTRY)
    .transform((value) => (value === "" ? DEFAULT_COUNTRY : value));

/**
 * A field that a separate shipping address needs; checked even while other fields are wrong, so that all errors show at
 * once.
 */
function neededElsewhere(field: "shippingAddress" | "shippingCity" | "shippingPostcode", name: string) {
  const fieldOf = (form: { sameShipping?: boolean } & { [Key in typeof field]?: string }) =>
    form.sameShipping === true || Boolean(form[field]);
  const path: PropertyKey[] = [field];
  const when = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
  return [fieldOf, { path, error: `${name} is required`, when }] as const;
}

/**
 * The checkout form and its rules. `sameShipping` is a checkbox: a missing one is off; its default (on) is the form's
 * initial value.
 */
export const checkoutFormSchema = z
  .object({
    firstName: required("First name", 100),
    lastName: required("Last name", 99),
    email: emailAddress(
      "Please enter a valid email address",
      "Email must be at most 254 characters",
      "Email is required",
    ),
    phone: optional(50),
    address: required("Address", 500),
    city: required("City", 100),
    postcode: required("Postcode", 20),
    country: country("Country"),
    sameShipping: z.boolean().default(false),
    shippingAddress: optional(500),
    shippingCity: optional(100),
    shippingPostcode: optional(20),
    shippingCountry: country("Shipping country"),
    /** A checkbox, there only where the owner offers express delivery. */
    expressDelivery: z.boolean().default(false),
    /** There only where the checkout offers a choice of delivery. */
    deliveryOption: optional(60),
    collectionSlot: optional(40),
    /** There only for pallets and bulk bags: "on" where the page asked what their driver has to know. */
    driverAsked: optional(2),
    driverAccess: z.enum(["", ...accessKindNames], "Please choose what can reach you").default(""),
    driverTailLift: z.boolean().default(false),
    driverForklift: z.boolean().default(false),
    driverSomebodyThere: z.boolean().default(false),
    driverBadDays: optional(200),
    /** "on" where the page told of marketing emails, and where its box refused them (docs/rules.md#accounts-25). */
    marketingAsked: optional(2),
    marketingRefused: optional(2),
  })
  .refine((form) => form.driverAsked !== "on" || form.deliveryOption === COLLECTION || form.driverAccess, {
    path: ["driverAccess"],
    error: "Please choose what can reach you",
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .refine(...neededElsewhere("shippingAddress", "Shipping address"))
  .refine(...neededElsewhere("shippingCity", "Shipping city"))
  .refine(...neededElsewhere("shippingPostcode", "Shipping postcode"));

export type CheckoutForm = z.infer<typeof checkoutFormSchema>;

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
