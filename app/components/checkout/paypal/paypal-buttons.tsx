import { loadScript, type PayPalNamespace } from "@paypal/paypal-js";
import { useEffect, useRef, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { payPalProfile } from "#server/payments/paypal/paypal-profile.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import { leftWithoutPaying } from "../payment-texts.ts";
import { capturePayPalOrder, fetchClientToken, logPayPal, PAYPAL_FAILED } from "./paypal-call.ts";

export interface PayPalButtonProps {
  clientId: string;
  /** What is charged. */
  amount: Pence;
  currency: CurrencyCode;
  /**
   * Makes the PayPal order of what the page shows.
   * @throws Error with a message for the shopper
   */
  openOrder: () => Promise<string>;
  /** While the details are being changed nothing may be paid. */
  disabled: boolean;
  /** The return page finds out what became of the order. */
  onTaken: (orderId: string) => void;
}

/** What PayPal's button waits for when it is pressed, by mouse or by keyboard. */
export function unlessDisabled<Result>(
  disabled: boolean,
  actions: { resolve: () => Result; reject: () => Result },
): Result {
  return disabled ? actions.reject() : actions.resolve();
}

/**
 * What the page tells of a press on PayPal's button. Why the shop refused an order is told in its own words; PayPal
 * reports the same failure again, which must not take them away.
 */
export function rethrowToPayPal(tell: (message: string | undefined) => void) {
  let refused = false;
  return {
    opening: async (openOrder: () => Promise<string>): Promise<string> => {
      refused = false;
      tell(undefined);
      try {
        return await openOrder();
      } catch (error) {
        refused = true;
        tell(error instanceof Error ? error.message : PAYPAL_FAILED);
        throw error;
      }
    },
    failed: (error: unknown): void => {
      logPayPal("error", error);
      if (!refused) tell(PAYPAL_FAILED);
    },
  };
}

/** PayPal's own buttons: the payer approves in PayPal's window, the server takes the money. */
export default function PayPalButtons(props: PayPalButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [message, setMessage] = useState<string>();
  const { clientId, currency, disabled } = props;

  useEffect(() => {
    let gone = false;
    let close: (() => Promise<void>) | undefined;
    const telling = rethrowToPayPal((text) => {
      if (!gone) setMessage(text);
    });
    const show = async () => {
      const paypal = await loadPayPalOnce(clientId, currency);
      if (gone || !place.current || !paypal?.Buttons) return;
      const buttons = paypal.Buttons({
        onClick: (_data, actions) => unlessDisabled(current.current.disabled, actions),
        createOrder: () => telling.opening(current.current.openOrder),
        onApprove: async ({ orderID }, actions) => {
          const result = await capturePayPalOrder(orderID);
          if (result.kind === "taken") current.current.onTaken(orderID);
          else {
            setMessage(result.message);
            if (result.kind === "restart") actions.restart();
          }
        },
        onCancel: (data) => {
          logPayPal("cancelled", data.orderID);
          setMessage(leftWithoutPaying(payPalProfile.name));
        },
        onError: telling.failed,
      });
      close = () => buttons.close();
      await buttons.render(place.current);
    };
    show().catch(telling.failed);
    return () => {
      gone = true;
      close?.().catch(() => undefined);
    };
  }, [clientId, currency]);

  return (
    <>
      {message && <Notice title={message} />}
      <p className="text-sm text-ink-soft">{payPalProfile.payLabel}:</p>
      <div
        ref={place}
        aria-disabled={disabled}
        // React 18 does not know `inert` yet, which keeps the keyboard out as well.
        {...(disabled ? { inert: "" } : {})}
        className={disabled ? "pointer-events-none opacity-60" : ""}
      />
    </>
  );
}

const loaded = new Map<string, Promise<PayPalNamespace | null>>();

/**
 * PayPal's script, fetched once and only when PayPal was chosen. Buttons work without a client token, which only card
 * fields need: where PayPal gives none, they load without it. A failed attempt is forgotten.
 */
export function loadPayPalOnce(
  clientId: string,
  currency: CurrencyCode,
  { fetchToken = fetchClientToken, load = loadScript }: Partial<Sources> = {},
): Promise<PayPalNamespace | null> {
  // The script knows one currency, which is named where it is fetched.
  const key = `${clientId} ${currency}`;
  const known = loaded.get(key);
  if (known) return known;
  const paypal = tokenOrNone(fetchToken).then((token) =>
    load({
      clientId,
      ...(token ? { dataClientToken: token } : {}),
      currency: currency.toUpperCase(),
      intent: "capture",
      locale: "en_GB",
      components: "buttons",
      dataCspNonce: nonce(),
    }),
  );
  loaded.set(key, paypal);
  paypal.catch(() => loaded.delete(key));
  return paypal;
}

/** Where the token and the script come from. */
interface Sources {
  fetchToken: () => Promise<string>;
  load: typeof loadScript;
}

async function tokenOrNone(fetchToken: Sources["fetchToken"]): Promise<string | undefined> {
  try {
    return await fetchToken();
  } catch (error) {
    logPayPal("client token error", error);
    return undefined;
  }
}

function nonce(): string {
  if (typeof document === "undefined") return "";
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}
