import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { type CheckoutForm, checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { joinAddress, joinName } from "#server/checkout/customer-address.ts";
import { penceToPounds } from "#server/pricing/money.ts";
import { deliveryCountryOf, type FormDetails } from "./form-details.ts";

/** How often and after which pauses an order that the server did not take is sent again. */
const PAUSES_MILLISECONDS = [1000, 3000];

/** What POST /api/orders takes. */
export function orderPayloadFor(prepared: PreparedPayment, details: FormDetails, transactionId: string) {
  const { snapshot, invoiceNumber } = prepared;
  const field = (name: string) => (details.fields[name] ?? "").trim();
  const ship = (name: string) => (details.sameShipping ? field(name) : field(`shipping${capital(name)}`));
  const country = deliveryCountryOf(details);
  return {
    customerName: joinName(field("firstName"), field("lastName")),
    customerEmail: field("email"),
    customerAddress: joinAddress({
      address: ship("address"),
      city: ship("city"),
      postcode: ship("postcode"),
      country,
    }),
    customerPhone: field("phone"),
    shippingCountry: country,
    subtotal: penceToPounds(snapshot.subtotal),
    taxRate: snapshot.subtotal === 0 ? 0 : snapshot.vat / snapshot.subtotal,
    taxAmount: penceToPounds(snapshot.vat),
    shippingCost: penceToPounds(snapshot.shipping),
    totalAmount: penceToPounds(snapshot.total),
    paymentMethod: prepared.method,
    transactionId,
    invoiceNumber,
    items: snapshot.lines.map((line) => ({
      productId: line.productId,
      productName: line.productName,
      quantity: line.quantity,
      price: penceToPounds(line.unitPrice),
    })),
  };
}

/**
 * Sends the order of a payment. It may be sent again without harm: one payment has one order. "confirming" means
 * that the provider has not decided yet.
 */
export async function sendOrder(
  payload: ReturnType<typeof orderPayloadFor>,
): Promise<"placed" | "confirming" | "failed"> {
  for (const pause of [...PAUSES_MILLISECONDS, undefined]) {
    const response = await fetch("/api/orders", {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(payload),
    }).catch(() => undefined);
    if (response?.ok) return "placed";
    if (response?.headers.has("Retry-After")) return "confirming";
    if (response && response.status < 500) return "failed";
    if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return "failed";
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** What the page shows while its button is pressed: the server begins a payment of nothing else. */
export function shownOrder({ snapshot, currency }: PreparedPayment, details: FormDetails) {
  const items = snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  return { form: readDetails(details), items, currency };
}

/** The details as the server would read them; none while it would not take them as they stand. */
function readDetails(details: FormDetails): CheckoutForm | undefined {
  return check(details).data;
}

function check({ fields, sameShipping, expressDelivery }: FormDetails) {
  return checkoutFormSchema.safeParse({
    ...fields,
    sameShipping,
    expressDelivery,
    driverTailLift: fields.driverTailLift === "on",
    driverForklift: fields.driverForklift === "on",
    driverSomebodyThere: fields.driverSomebodyThere === "on",
  });
}

/** The fields that the server would not take as they stand. */
export function invalidFieldsIn(details: FormDetails): PropertyKey[] {
  return check(details).error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}

/** Whether the server would take the details as they stand. */
export function isValid(details: FormDetails): boolean {
  return invalidFieldsIn(details).length === 0;
}
