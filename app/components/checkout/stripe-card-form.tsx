import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe, type Stripe } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { paymentErrorMessage } from "./payment-error-message.ts";

interface StripeCardFormProps {
  clientSecret: string;
  publishableKey: string;
  /** The total that is charged, such as "£12.34". */
  amountLabel: string;
  /** Asked before anything is charged; tells why not to. */
  beforePaying: () => Promise<string | undefined>;
  onPaid: (paymentIntentId: string) => void;
  onProcessing: (paymentIntentId: string) => void;
  onError: (message: string) => void;
  disabled?: boolean;
}

const loaded = new Map<string, Promise<Stripe | null>>();

function stripeFor(publishableKey: string): Promise<Stripe | null> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const stripe = loadStripe(publishableKey);
  loaded.set(publishableKey, stripe);
  return stripe;
}

/** Stripe's Payment Element: the card's data goes from its frame to Stripe and never to this shop. */
export function StripeCardForm({ publishableKey, clientSecret, ...rest }: StripeCardFormProps) {
  const [failed, setFailed] = useState(false);
  const stripe = stripeFor(publishableKey);
  useEffect(() => {
    stripe.catch(() => setFailed(true));
  }, [stripe]);
  if (failed) return <Notice tone="error" title="Failed to load payment form. Please try again." />;
  return (
    <Elements stripe={stripe} options={{ clientSecret, locale: "en-GB" }}>
      <PaymentForm {...rest} />
    </Elements>
  );
}

type PaymentFormProps = Omit<StripeCardFormProps, "publishableKey" | "clientSecret">;

function PaymentForm(props: PaymentFormProps) {
  const { amountLabel, disabled = false, beforePaying, onPaid, onProcessing, onError } = props;
  const stripe = useStripe();
  const elements = useElements();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const shownAmount = useRef(amountLabel);

  // The amount lies with Stripe: after the server has changed it there, the form fetches it.
  useEffect(() => {
    if (shownAmount.current === amountLabel) return;
    shownAmount.current = amountLabel;
    void elements?.fetchUpdates();
  }, [amountLabel, elements]);

  const fail = (message: string) => {
    running.current = false;
    setBusy(false);
    setFailure(message);
    onError(message);
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || disabled || running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const refusal = await beforePaying();
    if (refusal) return fail(refusal);
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/checkout-success` },
      redirect: "if_required",
    });
    if (error) fail(paymentErrorMessage(error));
    else if (paymentIntent.status === "succeeded") onPaid(paymentIntent.id);
    else if (paymentIntent.status === "processing") onProcessing(paymentIntent.id);
    else fail("Payment was not completed successfully");
  };

  return (
    <form onSubmit={(event) => void pay(event)} aria-label="Card payment" className="flex flex-col gap-4">
      <PaymentElement onLoadError={() => setFailure("Failed to load payment form. Please try again.")} />
      {failure && <Notice tone="error" title={failure} />}
      <Button size="large" pending={busy} pendingLabel="Processing..." disabled={disabled || !stripe}>
        Pay {amountLabel}
      </Button>
    </form>
  );
}
