import { DEFAULT_COUNTRY, fieldsBeforePayment } from "#server/checkout/checkout-form.ts";
import { type ProviderId, providerIn } from "#server/payments/provider-list.ts";

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
  for (const [name, value] of new FormData(form)) {
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

/** The postcode there; "" while none is typed. */
export function deliveryPostcodeOf({
  sameShipping,
  fields,
}: Pick<FormDetails, "sameShipping" | "fields">): string {
  return (sameShipping ? fields.postcode : fields.shippingPostcode) ?? "";
}

/** Whether the fields that the payment waits for are filled in. */
export function isFilledIn(typed: FormDetails): boolean {
  const names: string[] = [...fieldsBeforePayment];
  if (!typed.sameShipping) names.push("shippingAddress", "shippingCity", "shippingPostcode");
  return names.every((name) => (typed.fields[name] ?? "").trim() !== "");
}
