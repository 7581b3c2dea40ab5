import { providers } from "./providers.server.ts";

/** Behind a provider's message its code stands in brackets. */
const trailingCode = /\(([A-Za-z_]+)\)\.?$/;

/** Why a payment failed, in a sentence for staff; what is not known is said as it was reported. */
export function plainFailureReason(reported: string): string {
  const code = trailingCode.exec(reported)?.[1]?.toLowerCase();
  const known = code && providers.map(({ failureReasons }) => failureReasons[code]).find(Boolean);
  return known || reported;
}

/** Why a payment is disputed, as a clause for staff. */
export function disputeReason(code: string): string {
  const known = providers.map(({ disputeReasons }) => disputeReasons[code]).find(Boolean);
  return known ?? (code.replaceAll("_", " ") || "no reason given");
}
