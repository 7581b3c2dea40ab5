import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { Suspense, useEffect, useState } from "react";
import type { WrongPostcode } from "#app/components/cart/cart-summary.tsx";
import { PostcodeForm } from "#app/components/cart/postcode-form.tsx";
import type { FieldSource } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { type CartView, cartEnquiryPath } from "#server/cart/cart-view.ts";
import type { CheckoutError, PreparedPayment } from "#server/checkout/checkout.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { DEFAULT_COUNTRY, postcodeConfirmations } from "#server/checkout/checkout-form.ts";
import { COLLECTION, COLLECTION_LABEL } from "#server/checkout/delivery-choice.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type DeliveryQuote, expressPrice, loadsOf } from "#server/pricing/delivery.ts";
import { isAgreedAbroad, unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import { formatMoneyShort, type Pence } from "#server/pricing/money.ts";
import { type PricingRules, quote } from "#server/pricing/quote.ts";
import { homeServed } from "#server/pricing/served-places.ts";
import { DeliveryChoiceFields, DetailsFields } from "./details-fields.tsx";
import {
  collects,
  deliveryCountryOf,
  deliveryPostcodeOf,
  detailsIn,
  type FormDetails,
  methodIn,
  missingIn,
  type NeededField,
  PREPARATION,
  postcodeQuestionsIn,
  type UnservedPlace,
  unservedPlaceIn,
  wrongFieldsIn,
} from "./form-details.ts";
import { OrderSummary } from "./order-summary.tsx";
import { LoadingForm, PaymentPanel, PayWithoutScript, WaitingToPay } from "./payment-panel.tsx";
import { CONFIRM_POSTCODE, CORRECT_FIRST, FILL_IN_FIRST, leftWithoutPaying } from "./payment-texts.ts";

const loadPayInPage = () => import("./pay-in-page.tsx");
const PayInPage = lazyPart(async () => ({ default: (await loadPayInPage()).PayInPage }));

/** What the action said, as conform takes it. */
export interface CheckoutResponse {
  result: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue: Record<string, string> };
  /** What was prepared. */
  payment: PreparedPayment | null;
  /** What a press opened, in the words of its provider. */
  opened: unknown;
  refusal: CheckoutError | null;
}

interface CheckoutPanelsProps {
  cart: CartView;
  form: CheckoutForm;
  /** In the postcode field of the order summary. */
  wrongPostcode: WrongPostcode | null;
  fieldRules: FieldRules<keyof CheckoutForm>;
  rules: PricingRules;
  offers: PaymentOffer[];
  /** From the page of this provider the shopper has just come back without paying. */
  leftProvider: ProviderId | null;
  storeEmail: string;
  /** The half hours in which orders can be collected, and where; null where it is not offered. */
  collection: { slots: string[]; yard: string } | null;
  /** To a form that was sent without JavaScript. */
  answer: CheckoutResponse | null;
}

/** From which value on the built-in delivery rule says that delivery is free. */
const FREE_SHIPPING_FROM = 4500;

/** Order summary, details and payment. The card form stands outside the details form, which it must not be part of. */
export function CheckoutPanels({
  cart,
  form: known,
  wrongPostcode,
  fieldRules,
  rules,
  offers,
  leftProvider,
  storeEmail,
  collection,
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
  const [typed, setTyped] = useState<FormDetails>(() => sentOrKnown(answer, known, collection !== null));
  // The browser may have filled in fields (autofill, a reload) before this script ran.
  useEffect(() => {
    if (ref.current) setTyped(detailsIn(ref.current));
  }, [ref]);
  // A word about a postcode or a country that is still being typed would only disturb.
  const [typing, setTyping] = useState<string | null>(null);
  // From then on it stays, with what has been paid.
  const [paying, setPaying] = useState(false);
  // With JavaScript it is the answer to a payment that could not be prepared.
  const wrong = wrongFieldsIn(useFetcher<CheckoutResponse>({ key: PREPARATION }).data?.result, typed);
  const marked = withMessages(fields, wrong);
  const missing = missingIn(typed);
  const questions = postcodeQuestionsIn(typed);
  const unanswered = questions.filter(({ confirmed }) => !confirmed).map(({ field }) => field);
  const unserved = unservedPlaceIn(typed, rules.deliveryRule.served);
  const remembered = cart.deliveryTo?.postcode ?? "";
  const addressed = deliveryPostcodeOf(typed).trim();
  const delivery = {
    // A delivery that is not made has no price: the total is the one that the page began with.
    country: unserved ? DEFAULT_COUNTRY : deliveryCountryOf(typed),
    postcode: unserved ? "" : addressed || remembered,
    wantsExpress: typed.expressDelivery === "on",
    ...(collects(typed) ? { collected: { slot: typed.collectionSlot } } : {}),
  };
  const quoted = quote(cart.lines, delivery, rules);
  const options = deliveryOptions(cart, quoted.bringing, rules);
  const { total, unquoted } = quoted;
  const reason = reasonToWait(missing, unanswered, unserved, unquoted && unquotedMessage(unquoted));
  if (!paying && !reason) setPaying(true);
  const waiting = reason && <WaitingToPay {...reason} method={methodIn(typed)} total={total} />;

  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
      <OrderSummary
        lines={cart.lines}
        totals={quoted}
        unquoted={unquoted ? unquotedMessage(unquoted) : null}
        askAt={unquoted?.kind === "ask_us" ? cartEnquiryPath(delivery) : null}
        deliveryNote={
          rules.deliveryRule.kind === "as_specified"
            ? `Free UK shipping on orders over ${formatMoneyShort(FREE_SHIPPING_FROM, rules.currency)}`
            : cart.deliverySentence
        }
        className="lg:sticky lg:top-24 lg:col-start-2"
      >
        {/* Until the address says where to: there is one postcode, and one total. */}
        {cart.deliveryTo !== undefined && addressed === "" && (
          <PostcodeForm
            action="/checkout"
            keepsPage
            postcode={wrongPostcode?.typed ?? remembered}
            error={wrongPostcode?.message}
          />
        )}
      </OrderSummary>
      <div className="group/checkout flex flex-col gap-6 lg:col-start-1 lg:row-start-1">
        <CheckedForm
          form={form}
          onFocus={() => {
            form.onFocus();
            void loadPayInPage();
          }}
          onChange={({ currentTarget, target }) => {
            setTyped(detailsIn(currentTarget));
            setTyping(isHalfTyped(target) ? target.value.trim() : null);
          }}
          onBlur={(event) => {
            form.onBlur(event);
            setTyping(null);
          }}
        >
          <DetailsFields
            fields={
              unserved && unserved.typed !== typing
                ? withMessages(marked, new Map([[unserved.field, [unserved.message]]]))
                : marked
            }
            express={expressPrice(rules.deliveryRule)}
            home={homeServed(rules.deliveryRule.served)}
            questions={questions.filter(({ typed: postcode }) => postcode !== typing)}
            asksDriver={options.asksDriver}
            deliveryChoice={
              collection && (
                <DeliveryChoiceFields
                  fields={marked}
                  options={options.options}
                  chosen={collects(typed) ? COLLECTION : DELIVERY}
                  {...collection}
                />
              )
            }
          />
        </CheckedForm>
        <PaymentPanel
          error={answer?.refusal ?? null}
          storeEmail={storeEmail}
          agreesAbroad={isAgreedAbroad(rules.deliveryRule)}
          offers={offers}
          method={methodIn(answer?.result.initialValue)}
          onMethodChange={() => ref.current && setTyped(detailsIn(ref.current))}
        >
          {leftProvider && <Notice title={leftWithoutPaying(profileOf(leftProvider).name)} />}
          {!hydrated && answer && unanswered.length > 0 && <Notice title={CONFIRM_POSTCODE} />}
          {!hydrated && (
            <PayWithoutScript formId={form.id} hasChoice={collection !== null} {...{ total, offers }} />
          )}
          {hydrated && !paying && waiting}
          {hydrated && paying && (
            <Suspense fallback={<LoadingForm />}>
              <PayInPage
                {...{ typed, offers, total, waiting }}
                wrong={[...wrong.keys()]}
                cartKey={cartKeyOf(cart)}
              />
            </Suspense>
          )}
        </PaymentPanel>
      </div>
    </div>
  );
}

/** Why nothing can be paid yet, and the fields that it waits for. */
function reasonToWait(
  missing: NeededField[],
  unanswered: NeededField[],
  unserved: UnservedPlace | null,
  unquoted: string | undefined,
): { why: string; fields: NeededField[] } | null {
  if (missing.length > 0) return { why: FILL_IN_FIRST, fields: missing };
  if (unanswered.length > 0) return { why: CONFIRM_POSTCODE, fields: unanswered };
  if (unserved) return { why: CORRECT_FIRST, fields: [unserved.field] };
  return unquoted === undefined ? null : { why: unquoted, fields: [] };
}

const DELIVERY = "standard";

interface DeliveryOptions {
  /** What can be chosen; none where there is one way only. */
  options: { id: string; label: string; price: Pence | null }[];
  /** Something comes on a lorry, whose driver has questions. */
  asksDriver: boolean;
}

/** How these goods can reach their buyer. By the built-in rule there is nothing to choose or to ask. */
function deliveryOptions(cart: CartView, bringing: DeliveryQuote, rules: PricingRules): DeliveryOptions {
  const isSaved = rules.deliveryRule.kind !== "as_specified";
  const price = isSaved && bringing.kind === "quoted" ? bringing.options[0].price : null;
  const loads = (bringing.kind === "quoted" ? bringing.loads : loadsOf(cart.lines)) ?? [];
  const isHeavy =
    loads.some(({ kind }) => kind !== "parcel") || cart.lines.some(({ pack }) => pack.handling !== "parcel");
  return {
    options: rules.collection
      ? [
          { id: DELIVERY, label: "Delivery to your address", price },
          { id: COLLECTION, label: COLLECTION_LABEL, price: 0 },
        ]
      : [],
    asksDriver: isSaved && isHeavy,
  };
}

/** The fields with what the server says of them; the first begins with the focus, where no other does. */
function withMessages<Fields extends Record<NeededField, FieldSource>>(
  fields: Fields,
  messages: ReadonlyMap<NeededField, string[]>,
): Fields {
  const others: FieldSource[] = Object.values(fields);
  const isFirst = !others.some(({ autoFocus }) => autoFocus);
  const marked = [...messages].map(([name, errors], index) => [
    name,
    { ...fields[name], errors, ...(isFirst && index === 0 ? { autoFocus: true } : {}) },
  ]);
  return { ...fields, ...Object.fromEntries(marked) };
}

/** Whether what was typed there may be the beginning of something right. */
function isHalfTyped(target: EventTarget): target is HTMLInputElement {
  if (!(target instanceof HTMLInputElement)) return false;
  return (
    target.name in postcodeConfirmations || target.name === "country" || target.name === "shippingCountry"
  );
}

function sentOrKnown(
  answer: CheckoutResponse | null,
  known: CheckoutForm,
  offersCollection: boolean,
): FormDetails {
  const { country, shippingCountry, postcode, shippingPostcode, deliveryOption, collectionSlot } = known;
  const ticked = (["sameShipping", "expressDelivery"] as const).filter((name) => known[name]);
  return {
    ...{ country, shippingCountry, postcode, shippingPostcode },
    ...(offersCollection ? { deliveryOption, collectionSlot } : {}),
    ...(answer?.result.initialValue ?? Object.fromEntries(ticked.map((name) => [name, "on"]))),
  };
}

/** Changes when the cart does: what was prepared for another cart is not paid. */
function cartKeyOf(cart: CartView): string {
  return cart.lines.map((line) => `${line.productId}×${line.quantity}@${line.unitPrice}`).join(",");
}
