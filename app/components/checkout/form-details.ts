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

/** The details form as it stands in the page, right or wrong. */
export interface FormDetails {
  country: string;
  shippingCountry: string;
  sameShipping: boolean;
  expressDelivery: boolean;
  /** Every field by name, as the form would send it. */
  fields: Record<string, string>;
}

export function detailsIn(form: HTMLFormElement): FormDetails {
  const fields: Record<string, string> = {};
  for (const [name, value] of withChosenCountries(new FormData(form))) {
    if (typeof value === "string") fields[name] = value;
  }
  return {
    country: fields.country ?? "",
    shippingCountry: fields.shippingCountry ?? "",
    sameShipping: fields.sameShipping === "on",
    expressDelivery: fields.expressDelivery === "on",
    fields,
  };
}

/** How the shopper wants to pay; by card unless they say otherwise. */
export function methodIn(fields: Record<string, string> | undefined): ProviderId {
  return providerIn(fields?.paymentMethod);
}

/** Where the goods go, for the delivery charge. */
export function deliveryCountryOf(
  typed: Pick<FormDetails, "country" | "shippingCountry" | "sameShipping">,
): string {
  return (typed.sameShipping ? typed.country : typed.shippingCountry) || DEFAULT_COUNTRY;
}

/** Whether the goods are to be collected. */
export function collects({ fields }: Pick<FormDetails, "fields">): boolean {
  return isCollected({ option: fields.deliveryOption ?? "" });
}

/** The postcode there; "" while none is typed. */
export function deliveryPostcodeOf({
  sameShipping,
  fields,
}: Pick<FormDetails, "sameShipping" | "fields">): string {
  return (sameShipping ? fields.postcode : fields.shippingPostcode) ?? "";
}

/** A delivery that the shop does not make. */
export interface RefusedPlace {
  field: "country" | "shippingCountry" | PostcodeField;
  typed: string;
  /** Stands beside the field. */
  message: string;
}

/** The country of the delivery or its postcode, where the shop does not deliver there. */
export function refusedPlaceIn(typed: FormDetails, served: ServedPlaces | undefined): RefusedPlace | null {
  if (!served || collects(typed)) return null;
  const [country, postcode] = [deliveryCountryOf(typed), deliveryPostcodeOf(typed)];
  const unserved = unservedPlace({ country, postcode }, served);
  if (unserved === null) return null;
  const { by, reason: message } = unserved;
  if (by === "postcode") {
    return { field: typed.sameShipping ? by : "shippingPostcode", typed: postcode.trim(), message };
  }
  return { field: typed.sameShipping ? by : "shippingCountry", typed: country.trim(), message };
}

/** The fields that the payment waits for and that are empty, as they stand in the page. */
export function missingIn(typed: FormDetails): NeededField[] {
  const names: NeededField[] = [...fieldsBeforePayment];
  if (!typed.sameShipping) names.push("shippingAddress", "shippingCity", "shippingPostcode");
  if (collects(typed)) names.push("collectionSlot");
  else if (typed.fields.driverAsked === "on") names.push("driverAccess");
  return names.filter((name) => (typed.fields[name] ?? "").trim() === "");
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
  typed: Pick<FormDetails, "fields">,
): Map<NeededField, string[]> {
  const wrong = new Map<NeededField, string[]>();
  for (const [name, messages] of Object.entries(answer?.error ?? {})) {
    const isUntouched = answer?.initialValue[name] === typed.fields[name];
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
  const { fields, sameShipping } = typed;
  const addresses = {
    postcode: fields.postcode ?? "",
    country: typed.country,
    sameShipping,
    shippingPostcode: fields.shippingPostcode ?? "",
    shippingCountry: typed.shippingCountry,
  };
  return suspectPostcodes(addresses).map((field) => ({
    field,
    typed: addresses[field].trim(),
    confirmed: isConfirmed(addresses[field], fields[postcodeConfirmations[field]]),
  }));
}
