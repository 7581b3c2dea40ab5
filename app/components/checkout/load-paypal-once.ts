import { loadScript, type PayPalNamespace } from "@paypal/paypal-js";
import { fetchClientToken, logPayPal } from "./paypal-call.ts";

const loaded = new Map<string, Promise<PayPalNamespace | null>>();

/**
 * PayPal's script, fetched once and only when PayPal was chosen. Buttons work without a client token, which only card
 * fields need: where PayPal gives none, they load without it. A failed attempt is forgotten.
 */
export function loadPayPalOnce(
  clientId: string,
  { fetchToken = fetchClientToken, load = loadScript }: Partial<Sources> = {},
): Promise<PayPalNamespace | null> {
  const known = loaded.get(clientId);
  if (known) return known;
  const paypal = tokenOrNone(fetchToken).then((token) =>
    load({
      clientId,
      ...(token ? { dataClientToken: token } : {}),
      currency: "GBP",
      intent: "capture",
      locale: "en_GB",
      components: "buttons",
      dataCspNonce: nonce(),
    }),
  );
  loaded.set(clientId, paypal);
  paypal.catch(() => loaded.delete(clientId));
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
