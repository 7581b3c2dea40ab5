import { lazyPart } from "#app/lib/document/missing-files.tsx";
import type { PayPartProps } from "../pay-in-page.tsx";
import { createPayPalOrder } from "./paypal-call.ts";

const SandboxPayPalButton = lazyPart(async () => ({
  default: (await import("./sandbox-paypal-button.tsx")).SandboxPayPalButton,
}));
const PayPalButtons = lazyPart(async () => ({
  default: (await import("./paypal-buttons.tsx")).PayPalButtons,
}));

/** PayPal's own buttons, or the sandbox's. */
export function PayPart({ offer, prepared, typed, isCurrent, retry, outcome }: PayPartProps) {
  const openOrder = () =>
    createPayPalOrder(prepared, typed).catch((error: unknown) => {
      retry();
      throw error;
    });
  const PayPal = offer.isSandbox ? SandboxPayPalButton : PayPalButtons;
  return (
    <PayPal
      clientId={offer.publicKey}
      amount={prepared.amount}
      currency={prepared.currency}
      openOrder={openOrder}
      disabled={!isCurrent}
      onPaid={outcome.paid}
      onProcessing={(order) => outcome.waiting({ token: order })}
    />
  );
}
