import type { SubmissionResult } from "@conform-to/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { DEFAULT_COUNTRY, postcodeConfirmations } from "#server/checkout/checkout-form.ts";
import type { CheckoutRefusal, PreparedPayment } from "#server/checkout/checkout-response.ts";
import { type PricingRules, quoteCheckout } from "#server/checkout/quote-checkout.ts";
import type { FieldRules } from "#server/http/field-rules.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { expressPrice } from "#server/pricing/delivery.ts";
import { formatMoneyShort } from "#server/pricing/money.ts";
import { DetailsFields } from "./details-fields.tsx";
import {
  deliveryCountryOf,
  deliveryPostcodeOf,
  detailsIn,
  type FormDetails,
  methodIn,
  missingIn,
  postcodeQuestionsIn,
} from "./form-details.ts";
import { OrderSummary } from "./order-summary.tsx";
import { LoadingForm, PaymentPanel, PayWithoutScript, WaitingToPay } from "./payment-panel.tsx";
import { CONFIRM_POSTCODE, FILL_IN_FIRST, leftWithoutPaying } from "./payment-texts.ts";

const loadPayInPage = () => import("./pay-in-page.tsx");
const PayInPage = lazy(async () => ({ default: (await loadPayInPage()).PayInPage }));

/** What the action said, as conform takes it. */
export interface CheckoutResponse {
  result: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue: Record<string, string> };
  payment: PreparedPayment | null;
  refusal: CheckoutRefusal | null;
}

interface CheckoutPanelsProps {
  cart: CartView;
  form: CheckoutForm;
  fieldRules: FieldRules<keyof CheckoutForm>;
  rules: PricingRules;
  offers: PaymentOffer[];
  /** From the page of this provider the shopper has just come back without paying. */
  leftProvider: ProviderId | null;
  storeEmail: string;
  /** To a form that was sent without JavaScript. */
  answer: CheckoutResponse | null;
}

/** From which value on the built-in delivery rule says that delivery is free. */
const FREE_SHIPPING_FROM = 4500;

/** Order summary, details and payment. The card form stands outside the details form, which it must not be part of. */
export function CheckoutPanels({
  cart,
  form: known,
  fieldRules,
  rules,
  offers,
  leftProvider,
  storeEmail,
  answer,
}: CheckoutPanelsProps) {
  const hydrated = useHydrated();
  const [form, fields] = useCheckedForm({
    id: "checkout",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/checkout/checkout-details.ts")).checkoutFormSchema,
    lastResult: answer?.result,
    defaultValue: known,
    validateOnBlur: true,
  });
  const { ref } = form;
  const [typed, setTyped] = useState<FormDetails>(() => sentOrKnown(answer, known));
  // The browser may have filled in fields (autofill, a reload) before this script ran.
  useEffect(() => {
    if (ref.current) setTyped(detailsIn(ref.current));
  }, [ref]);
  // A question about a postcode that is still being typed would only disturb.
  const [typing, setTyping] = useState<string | null>(null);
  // From then on it stays, with what has been paid.
  const [paying, setPaying] = useState(false);
  const missing = missingIn(typed);
  const questions = postcodeQuestionsIn(typed);
  const unanswered = questions.filter(({ confirmed }) => !confirmed).map(({ field }) => field);
  if (!paying && missing.length === 0 && unanswered.length === 0) setPaying(true);
  const delivery = {
    country: deliveryCountryOf(typed),
    postcode: deliveryPostcodeOf(typed),
    wantsExpress: typed.expressDelivery,
  };
  const totals = quoteCheckout(cart.lines, delivery, rules);
  const { total } = totals;
  const waitsFor = missing.length > 0 ? missing : unanswered;
  const waiting = waitsFor.length > 0 && (
    <WaitingToPay
      why={missing.length > 0 ? FILL_IN_FIRST : CONFIRM_POSTCODE}
      fields={waitsFor}
      method={methodIn(typed.fields)}
      total={total}
    />
  );

  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
      <OrderSummary
        lines={cart.lines}
        totals={totals}
        deliveryNote={
          rules.deliveryRule.kind === "as_specified"
            ? `Free UK shipping on orders over ${formatMoneyShort(FREE_SHIPPING_FROM, rules.currency)}`
            : cart.deliverySentence
        }
        className="lg:sticky lg:top-24 lg:col-start-2"
      />
      <div className="group/checkout flex flex-col gap-6 lg:col-start-1 lg:row-start-1">
        <CheckedForm
          form={form}
          onFocus={() => {
            form.onFocus();
            void loadPayInPage();
          }}
          onChange={({ currentTarget, target }) => {
            setTyped(detailsIn(currentTarget));
            setTyping(isPostcodeField(target) ? target.value.trim() : null);
          }}
          onBlur={(event) => {
            form.onBlur(event);
            setTyping(null);
          }}
        >
          <DetailsFields
            fields={fields}
            express={expressPrice(DEFAULT_COUNTRY, rules.deliveryRule)}
            questions={questions.filter(({ typed: postcode }) => postcode !== typing)}
          />
        </CheckedForm>
        <PaymentPanel
          refusal={answer?.refusal ?? null}
          storeEmail={storeEmail}
          offers={offers}
          method={methodIn(answer?.result.initialValue)}
          onMethodChange={() => ref.current && setTyped(detailsIn(ref.current))}
        >
          {leftProvider && <Notice title={leftWithoutPaying(profileOf(leftProvider).name)} />}
          {!hydrated && answer && unanswered.length > 0 && <Notice title={CONFIRM_POSTCODE} />}
          {!hydrated && <PayWithoutScript formId={form.id} total={total} offers={offers} />}
          {hydrated && !paying && waiting}
          {hydrated && paying && (
            <Suspense fallback={<LoadingForm />}>
              <PayInPage {...{ typed, offers, total, waiting }} cartKey={cartKeyOf(cart)} />
            </Suspense>
          )}
        </PaymentPanel>
      </div>
    </div>
  );
}

function isPostcodeField(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.name in postcodeConfirmations;
}

function sentOrKnown(answer: CheckoutResponse | null, known: CheckoutForm): FormDetails {
  const sent = answer?.result.initialValue;
  return {
    country: sent?.country ?? known.country,
    shippingCountry: sent?.shippingCountry ?? known.shippingCountry,
    sameShipping: sent ? sent.sameShipping === "on" : known.sameShipping,
    expressDelivery: sent ? sent.expressDelivery === "on" : known.expressDelivery,
    fields: {
      postcode: sent?.postcode ?? known.postcode,
      shippingPostcode: sent?.shippingPostcode ?? known.shippingPostcode,
      ...sent,
    },
  };
}

/** Changes when the cart does: what was prepared for another cart is not paid. */
function cartKeyOf(cart: CartView): string {
  return cart.lines.map((line) => `${line.productId}×${line.quantity}@${line.unitPrice}`).join(",");
}
