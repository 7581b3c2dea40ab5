import {
  DEFAULT_COUNTRY,
  fieldsBeforePayment,
  isConfirmed,
  type PostcodeField,
  postcodeConfirmations,
  suspectPostcodes,
} from "#server/checkout/checkout-form.ts";
import { withChosenCountries } from "#server/checkout/country-options.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import { type ProviderId, providerIn } from "#server/payments/provider-list.ts";
import { type ServedPlaces, unservedPlace } from "#server/pricing/served-places.ts";

/** The details form as it stands in the page, right or wrong: every field by name, as the form would send it. */
export type FormDetails = Record<string, string>;

export function detailsIn(form: HTMLFormElement): FormDetails {
  const typed: FormDetails = {};
  for (const [name, value] of withChosenCountries(new FormData(form))) {
    if (typeof value === "string") typed[name] = value;
  }
  return typed;
}

/** How the shopper wants to pay; by card unless they say otherwise. */
export function methodIn(typed: FormDetails | undefined): ProviderId {
  return providerIn(typed?.paymentMethod);
}

const isSameShipping = (typed: FormDetails) => typed.sameShipping === "on";

/** Where the goods go, for the delivery charge. */
export function deliveryCountryOf(typed: FormDetails): string {
  return (isSameShipping(typed) ? typed.country : typed.shippingCountry) || DEFAULT_COUNTRY;
}

/** Whether the goods are to be collected. */
export function collects(typed: FormDetails): boolean {
  return isCollected({ option: typed.deliveryOption ?? "" });
}

/** The postcode there; "" while none is typed. */
export function deliveryPostcodeOf(typed: FormDetails): string {
  return (isSameShipping(typed) ? typed.postcode : typed.shippingPostcode) ?? "";
}

/** A delivery that the shop does not make. */
export interface UnservedPlace {
  field: "country" | "shippingCountry" | PostcodeField;
  typed: string;
  /** Stands beside the field. */
  message: string;
}

/** The country of the delivery or its postcode, where the shop does not deliver there. */
export function unservedPlaceIn(typed: FormDetails, served: ServedPlaces | undefined): UnservedPlace | null {
  if (!served || collects(typed)) return null;
  const [country, postcode] = [deliveryCountryOf(typed), deliveryPostcodeOf(typed)];
  const unserved = unservedPlace({ country, postcode }, served);
  if (unserved === null) return null;
  const { by, reason: message } = unserved;
  if (by === "postcode") {
    return { field: isSameShipping(typed) ? by : "shippingPostcode", typed: postcode.trim(), message };
  }
  return { field: isSameShipping(typed) ? by : "shippingCountry", typed: country.trim(), message };
}

/** The fields that the payment waits for and that are empty, as they stand in the page. */
export function missingIn(typed: FormDetails): NeededField[] {
  const names: NeededField[] = [...fieldsBeforePayment];
  if (!isSameShipping(typed)) names.push("shippingAddress", "shippingCity", "shippingPostcode");
  if (collects(typed)) names.push("collectionSlot");
  else if (typed.driverAsked === "on") names.push("driverAccess");
  return names.filter((name) => (typed[name] ?? "").trim() === "");
}

/** What the fields are called that the payment may wait for. */
export const neededFields = {
  firstName: "First Name",
  lastName: "Last Name",
  email: "Email",
  address: "Address",
  city: "City",
  postcode: "Postcode",
  country: "Country",
  shippingAddress: "Shipping Address",
  shippingCity: "Shipping City",
  shippingPostcode: "Shipping Postcode",
  shippingCountry: "Shipping Country",
  collectionSlot: "When you collect",
  driverAccess: "What can reach you",
} as const;

export type NeededField = keyof typeof neededFields;

export function isNeededField(name: PropertyKey | undefined): name is NeededField {
  return name !== undefined && name in neededFields;
}

/** The fetcher that asks the server to prepare the payment. */
export const PREPARATION = "prepare-payment";

/** What the server answers of a form: what was wrong, and what had been typed. */
interface FormAnswer {
  error?: Record<string, string[] | null> | null | undefined;
  initialValue: Record<string, string>;
}

/** What the server found wrong with fields that the payment needs, as long as they still say the same. */
export function wrongFieldsIn(
  answer: FormAnswer | undefined,
  typed: FormDetails,
): Map<NeededField, string[]> {
  const wrong = new Map<NeededField, string[]>();
  for (const [name, messages] of Object.entries(answer?.error ?? {})) {
    const isUntouched = answer?.initialValue[name] === typed[name];
    if (messages && isUntouched && isNeededField(name)) wrong.set(name, messages);
  }
  return wrong;
}

/** A postcode that the shopper is asked about, as typed. */
export interface PostcodeQuestion {
  field: PostcodeField;
  typed: string;
  confirmed: boolean;
}

/** The questions about postcodes, asked and answered. */
export function postcodeQuestionsIn(typed: FormDetails): PostcodeQuestion[] {
  const { postcode = "", country = "", shippingPostcode = "", shippingCountry = "" } = typed;
  const addresses = {
    postcode,
    country,
    sameShipping: isSameShipping(typed),
    shippingPostcode,
    shippingCountry,
  };
  return suspectPostcodes(addresses).map((field) => ({
    field,
    typed: addresses[field].trim(),
    confirmed: isConfirmed(addresses[field], typed[postcodeConfirmations[field]]),
  }));
}
