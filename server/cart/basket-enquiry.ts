import type { Place } from "#server/pricing/delivery-zones.ts";
import type { CartLineView } from "./cart-view.ts";

/** An enquiry that asks what delivery of a basket costs, to be completed and sent by its shopper. */
export function basketEnquiry(
  lines: readonly Pick<CartLineView, "name" | "quantity">[],
  { country, postcode = "" }: Place,
): { subject: string; message: string } {
  const place = [postcode.trim(), country.trim()].filter((part) => part !== "").join(", ");
  const items = lines.map(({ name, quantity }) => `${quantity} × ${name}`);
  return {
    subject: "What does delivery of my basket cost?",
    message: [
      `Please tell me what it costs to bring this to ${place === "" ? "the place below" : place}:`,
      ...items,
      ...(place === "" ? ["", "Postcode: "] : []),
    ].join("\n"),
  };
}

/** The contact page with that enquiry in it. */
export function basketEnquiryPath({ country, postcode = "" }: Place): string {
  const search = new URLSearchParams({ basket: "" });
  if (postcode.trim() !== "") search.set("postcode", postcode.trim());
  if (country.trim() !== "") search.set("country", country.trim());
  return `/contact?${search}`;
}
