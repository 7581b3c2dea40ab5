import { z } from "zod";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import type { PayPartProps } from "../pay-in-page.tsx";

const SandboxPayPalButton = lazyPart(() => import("./sandbox-paypal-button.tsx"));
const PayPalButtons = lazyPart(() => import("./paypal-buttons.tsx"));

const openedSchema = z.object({ id: z.string() });

/** PayPal's own buttons, or the sandbox's. */
export function PayPart({ offer, prepared, isCurrent, open, onTaken }: PayPartProps) {
  const openOrder = async () => {
    const answer = await open();
    if (answer.kind === "refused") throw new Error(answer.message);
    return openedSchema.parse(answer.opened).id;
  };
  const PayPal = offer.isSandbox ? SandboxPayPalButton : PayPalButtons;
  return (
    <PayPal
      clientId={offer.publicKey}
      amount={prepared.amount}
      currency={prepared.currency}
      openOrder={openOrder}
      disabled={!isCurrent}
      onTaken={(order) => onTaken({ token: order })}
    />
  );
}
