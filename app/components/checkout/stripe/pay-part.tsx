import { z } from "zod";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import type { PayPartProps } from "../pay-in-page.tsx";
import type { OpenedIntent } from "./pay-with-elements.ts";

const SandboxCardForm = lazyPart(() => import("./sandbox-card-form.tsx"));
const StripeCardForm = lazyPart(() => import("./stripe-card-form.tsx"));

const openedSchema = z.object({ clientSecret: z.string() });

/** Cards: Stripe's own form, or the sandbox's. */
export function PayPart({ offer, prepared, isCurrent, open, onTaken, onFailed }: PayPartProps) {
  const openPayment = async (): Promise<OpenedIntent> => {
    const answer = await open();
    return answer.kind === "opened" ? { kind: "open", ...openedSchema.parse(answer.opened) } : answer;
  };
  const CardForm = offer.isSandbox ? SandboxCardForm : StripeCardForm;
  return (
    <CardForm
      publishableKey={offer.publicKey}
      amount={prepared.amount}
      currency={prepared.currency}
      disabled={!isCurrent}
      openPayment={openPayment}
      onTaken={(intent) => onTaken({ payment_intent: intent })}
      onError={onFailed}
    />
  );
}
