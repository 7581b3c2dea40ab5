import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Pence, parsePounds } from "#server/pricing/money.ts";
import { invalidRequest, unprocessable } from "./paypal-failure.ts";
import type { OrderState } from "./paypal-state.ts";
import { insertPayPal, newPayPalId, nowAtPayPal, payPalOrders } from "./paypal-store.server.ts";

const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});

const purchaseUnit = z.looseObject({
  amount: z.looseObject({
    ...money.shape,
    breakdown: z.looseObject({ item_total: money.optional(), shipping: money.optional() }).optional(),
  }),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  items: z
    .array(
      z.looseObject({
        name: z.string().min(1).max(127),
        quantity: z
          .string()
          .max(10)
          .regex(/^[1-9][0-9]{0,9}$/),
        unit_amount: money,
      }),
    )
    .optional(),
  shipping: z
    .looseObject({ address: z.looseObject({ country_code: z.string().regex(/^([A-Z]{2}|C2)$/) }).optional() })
    .optional(),
});

const experienceContext = z.looseObject({
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
});

const createSchema = z.looseObject({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z.array(purchaseUnit).min(1).max(10),
  payment_source: z
    .looseObject({ paypal: z.looseObject({ experience_context: experienceContext.optional() }).optional() })
    .optional(),
});

type PurchaseUnit = z.infer<typeof purchaseUnit>;

/** What PayPal lets a pound account take. */
const currencies = new Set(["GBP", "EUR", "USD"]);

/** POST /v2/checkout/orders; `shopUrl` is where the approval page is shown. */
export function createPayPalOrder(em: EntityManager, body: unknown, shopUrl: string): OrderState {
  const parsed = createSchema.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const missing = issue?.code === "invalid_type" && /undefined/.test(issue.message);
    throw invalidRequest(
      missing ? "MISSING_REQUIRED_PARAMETER" : "INVALID_PARAMETER_VALUE",
      `/${issue?.path.join("/") ?? ""}`,
    );
  }
  const { intent, purchase_units: units, payment_source: source } = parsed.data;
  const [unit] = units;
  if (intent !== "CAPTURE" || !unit || units.length !== 1) throw unprocessable("UNSUPPORTED_INTENT");
  refuseWrongSums(unit);
  const context = source?.paypal?.experience_context;
  if (context?.shipping_preference === "SET_PROVIDED_ADDRESS" && !unit.shipping?.address) {
    throw unprocessable("MISSING_SHIPPING_ADDRESS", { field: "/purchase_units/0/shipping/address" });
  }
  const id = newPayPalId();
  const order: OrderState = {
    id,
    status: source?.paypal ? "PAYER_ACTION_REQUIRED" : "CREATED",
    purchase_unit: unit,
    return_url: context?.return_url ?? null,
    cancel_url: context?.cancel_url ?? null,
    approval_url: `${shopUrl}/sandbox/paypal/approve?token=${id}`,
    funding: "paid",
    captures: [],
    created: nowAtPayPal(),
  };
  insertPayPal(em, payPalOrders, order);
  return order;
}

function refuseWrongSums(unit: PurchaseUnit): void {
  const { amount, items } = unit;
  if (!currencies.has(amount.currency_code)) throw unprocessable("CURRENCY_NOT_SUPPORTED");
  const total = penceOf(amount);
  if (total <= 0)
    throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", { field: "/purchase_units/0/amount/value" });
  const { item_total: itemTotal, shipping } = amount.breakdown ?? {};
  const all = [itemTotal, shipping, ...(items ?? []).map((item) => item.unit_amount)];
  if (all.some((each) => each && each.currency_code !== amount.currency_code)) {
    throw unprocessable("CURRENCY_MISMATCH");
  }
  if (items) {
    if (!itemTotal) throw unprocessable("ITEM_TOTAL_REQUIRED");
    const sum = items.reduce((pence, item) => pence + penceOf(item.unit_amount) * Number(item.quantity), 0);
    if (sum !== penceOf(itemTotal)) throw unprocessable("ITEM_TOTAL_MISMATCH");
  }
  if (amount.breakdown) {
    const sum = (itemTotal ? penceOf(itemTotal) : 0) + (shipping ? penceOf(shipping) : 0);
    if (sum !== total) throw unprocessable("AMOUNT_MISMATCH");
  }
}

/** @throws PayPalFailure when a pound has more than two decimals */
export function penceOf({ value }: { value: string }): Pence {
  const pence = parsePounds(value);
  if (pence === undefined) throw unprocessable("DECIMAL_PRECISION");
  return pence;
}
