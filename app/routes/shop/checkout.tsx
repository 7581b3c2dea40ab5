import { data, type HeadersFunction, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { CheckoutPanels } from "#app/components/checkout/checkout-panels.tsx";
import { NOT_OPENED } from "#app/components/checkout/payment-texts.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { OPENED, responseOr, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import { deliveryPlaceFrom, wrongPlaceIn } from "#server/cart/delivery-place.server.ts";
import { cartIdFrom, readCart } from "#server/cart/read-cart.server.ts";
import type { CheckoutError, PreparedPayment } from "#server/checkout/checkout.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import { isConfirmed, postcodeConfirmations, suspectPostcodes } from "#server/checkout/checkout-form.ts";
import { withChosenCountries } from "#server/checkout/country-options.ts";
import { findCheckoutForm } from "#server/checkout/find-checkout.server.ts";
import { findOpenSlots } from "#server/checkout/hold-collection.server.ts";
import { openAsShown, openElsewhere, preparePayment, type ShownAmount } from "#server/checkout/pay.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { fieldRulesOf, parseForm } from "#server/core/parse-form.ts";
import { type ProviderId, providerIds, providerIn } from "#server/payments/provider-list.ts";
import { paymentOffers, providerOf } from "#server/payments/providers.server.ts";
import { isCurrencyCode } from "#server/pricing/money.ts";
import { page } from "#server/process/page.server.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import { deliveryRuleOf, pricingRulesOf } from "#server/settings/store-settings.ts";

export const meta = pageMeta({ title: "Checkout", noindex: true });

/** After the payment, the back button must reload and find the cart empty. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const fieldRules = fieldRulesOf(checkoutFormSchema);

/** The postcode field of the order summary asks here what delivery costs, once rates are saved. */
export const loader = page(async ({ context, request, url }) => {
  const { actor, settings } = context;
  if (actor.kind === "visitor" && !settings.guestCheckout) throw redirect("/login?next=/checkout", 303);
  const isAsked = deliveryRuleOf(settings).kind !== "as_specified";
  const wrongPostcode = isAsked ? await wrongPlaceIn(url, "/checkout") : null;
  const place = await deliveryPlaceFrom(request);
  const cartId = await cartIdFrom(context, request);
  const leftProvider = providerIds.find((id) => url.searchParams.get(id) === "cancelled") ?? null;
  if (leftProvider) log("info", "a shopper came back without paying", { provider: leftProvider, cartId });
  const loaded = {
    cart: await readCart(context, cartId, place),
    form: await findCheckoutForm(context, cartId, place),
    wrongPostcode,
    fieldRules,
    rules: pricingRulesOf(settings),
    offers: paymentOffers(context),
    leftProvider,
    storeEmail: settings.storeEmail,
    collection: settings.collectionEnabled
      ? { slots: await findOpenSlots(context, cartId), yard: yardOf(settings) }
      : null,
  };
  return data(loaded, wrongPostcode ? 400 : 200);
});

const NOTHING = { payment: null, opened: null, refusal: null };

/**
 * `prepare`: the details are complete, and the page's JavaScript wants to show how to pay. `open`: its button was
 * pressed, and the provider's part of the page wants the payment. `pay`, `pay-…`: a browser without JavaScript goes to
 * the provider's page. `update`: recalculates the total for the chosen country.
 */
export const action = page(async ({ context, request }) => {
  const fields = withChosenCountries(await request.formData());
  const submission = parseForm(fields, { schema: checkoutFormSchema });
  const submitted = { initialValue: textsIn(fields) };
  const intent = fields.get("intent");
  if (intent === "update") return data({ result: submitted, ...NOTHING });
  if (submission.status !== "success") {
    return data({ result: { ...submission.reply(), ...submitted }, ...NOTHING }, 400);
  }
  const isSuspect = suspectPostcodes(submission.value).some(
    (field) => !isConfirmed(submission.value[field], fields.get(postcodeConfirmations[field])),
  );
  // The page asks whether it is right.
  if (isSuspect) return data({ result: submitted, ...NOTHING }, 400);
  const checkout = { cartId: await cartIdFrom(context, request), form: submission.value };
  const shown = amountOnButton(fields);
  try {
    if (intent === "prepare") {
      const payment = await preparePayment(context, { ...checkout, method: chosenIn(fields) });
      return data({ result: submitted, ...NOTHING, payment });
    }
    if (intent === "open") {
      const provider = providerOf(chosenIn(fields));
      const items = itemsOnPage(fields);
      const next = await openAsShown(context, provider, { ...checkout, shown, items });
      if (next.kind === "elsewhere") return redirect(next.url, 303);
      return data({ result: submitted, ...NOTHING, opened: provider.forPage(next.opened) }, OPENED);
    }
    const method = providerIn(methodOf(intent));
    // A form that shows no total is charged what it comes to.
    const known = fields.has("shownTotal") ? shown : undefined;
    return redirect((await openElsewhere(context, { ...checkout, method, shown: known })).url, 303);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const refusal: CheckoutError = { message: error.message, aboutStock: error.code === "out_of_stock" };
    const { fields: fieldErrors } = error;
    const result = fieldErrors ? { ...submission.reply({ fieldErrors }), ...submitted } : submitted;
    return data({ result, ...NOTHING, refusal }, error.status);
  }
});

/** Without a response the payment could not be opened; nothing that was typed is lost. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const submitted = { initialValue: textsIn(withChosenCountries(await request.clone().formData())) };
  const refusal: CheckoutError = { message: NOT_OPENED, aboutStock: false };
  return responseOr(serverAction<typeof action>(), () => ({ result: submitted, ...NOTHING, refusal }));
}

export const shouldRevalidate = unlessUnanswered;

function chosenIn(fields: FormData): ProviderId {
  return providerIn(fields.get("paymentMethod"));
}

/** The provider's id at the end of the intent that a browser without JavaScript submits. */
function methodOf(intent: FormDataEntryValue | null): string {
  return String(intent).replace(/^pay-/, "");
}

/** All submitted texts, to be shown again. */
function textsIn(fields: FormData): Record<string, string> {
  return Object.fromEntries(
    [...fields].filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

export default function Checkout() {
  const { cart, ...checkout } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (cart.lines.length === 0) return <EmptyCheckout />;
  return (
    <div className="frame py-10 lg:py-16">
      <h1 className="text-title">Checkout</h1>
      <CheckoutPanels cart={cart} {...checkout} answer={actionData ?? null} />
    </div>
  );
}

function EmptyCheckout() {
  return (
    <EmptyState
      headingLevel={1}
      title="Your Cart is Empty"
      action={<ButtonLink to="/products">Continue Shopping</ButtonLink>}
    >
      Add some products to your cart to continue with checkout.
    </EmptyState>
  );
}

/** What the button said. */
function amountOnButton(fields: FormData): ShownAmount {
  const currency = String(fields.get("shownCurrency") ?? "gbp");
  return {
    amount: Number(fields.get("shownTotal")),
    currency: isCurrencyCode(currency) ? currency : "gbp",
  };
}

/** What the page showed of the cart: `product:quantity,product:quantity`. */
function itemsOnPage(fields: FormData): PreparedPayment["items"] {
  const items = String(fields.get("shownItems") ?? "").split(",");
  return items.map((item) => {
    const [productId = 0, quantity = 0] = item.split(":").map(Number);
    return { productId, quantity };
  });
}
