import { displayLongDate } from "#server/core/shop-time.ts";
import { trackingLinks } from "#server/settings/carriers.ts";
import type { EnquiryView } from "./enquiries.server.ts";

type OrderOfAddress = EnquiryView["orders"][number];

/** What an answer can begin with: the questions that come most often. */
export const answerTemplates = {
  "pallet-price": "Pallet price",
  "application-rate": "Application rate",
  "where-is-my-order": "Where is my order",
} as const;

export type AnswerTemplate = keyof typeof answerTemplates;

export function isAnswerTemplate(name: string | null): name is AnswerTemplate {
  return name !== null && Object.hasOwn(answerTemplates, name);
}

interface Sender {
  storeName: string;
  publicUrl: string;
}

/** The answer to begin with, made of what the shop knows; staff read it and change it before it goes. */
export function answerFrom(
  template: AnswerTemplate,
  { name, orders }: Pick<EnquiryView, "name" | "orders">,
  { storeName, publicUrl }: Sender,
): string {
  return `Dear ${name},\n\n${body(template, orders, publicUrl)}\n\nKind regards\n${storeName}`;
}

function body(template: AnswerTemplate, orders: readonly OrderOfAddress[], publicUrl: string): string {
  if (template === "pallet-price") {
    return `Thank you for asking. What each product costs by quantity, the bulk bags included, is on its page: ${publicUrl}/products

For what bringing it costs please tell us the postcode, how many bags you would like, and whether a lorry can reach you, with or without a tail lift.`;
  }
  if (template === "application-rate") {
    return `Thank you for asking. In the garden we mix biochar into the top of the soil at 10 to 20% by volume, in potting mixes at 5 to 15%. For ten square metres, 10 cm deep, 10% are 100 litres.

Dampen it before you spread it, and charge it with compost or liquid feed first. The page of each product reckons it for your beds: ${publicUrl}/products`;
  }
  const [newest] = orders;
  if (!newest) {
    return "Thank you for asking. We find no order under this address. Please tell us the order's number, which stands in its confirmation, or the name and the postcode that it was placed with.";
  }
  return `Thank you for asking. ${whereIs(newest)}`;
}

/** What has become of an order, as its customer may know it. */
function whereIs(order: OrderOfAddress): string {
  const named = `Your order ${order.invoiceNumber} of ${displayLongDate(order.createdAt)}`;
  if (order.status === "cancelled") return `${named} was cancelled.`;
  if (order.dispatchedAt && order.carrier) {
    const links = trackingLinks(order.carrier, order.trackingNumber ?? "");
    const numbers = links.map(({ number, url }) => (url ? `${number} (${url})` : number)).join(", ");
    const went = `${named} went out on ${displayLongDate(order.dispatchedAt)} with ${order.carrier}`;
    return numbers === "" ? `${went}.` : `${went}. Its tracking number: ${numbers}`;
  }
  if (order.dispatchedAt) return `${named} was handed over on ${displayLongDate(order.dispatchedAt)}.`;
  if (order.readyAt) return `${named} is ready to be collected.`;
  if (order.status === "pending") return `${named} waits for its payment.`;
  if (order.status === "completed") return `${named} is completed.`;
  return `${named} is being made ready. We write to you the moment it goes out.`;
}
