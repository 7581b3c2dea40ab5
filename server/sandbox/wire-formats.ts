/*
 * Pence and their decimals in the providers' notation, and what comes over the wire. The stand-ins calculate on their
 * own: with the shop's code they would share its faults.
 */

/** "£1,234.50", "€1,234.50": of a currency with two decimals, in large or small letters. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / 100);
}

/** "1234.50" */
export function penceToDecimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "1234.5" → 123450; undefined for anything but an amount with at most two decimals. */
export function parsePounds(decimal: string): number | undefined {
  const [, sign, whole = "", decimals = ""] = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal.trim()) ?? [];
  if (whole === "") return undefined;
  const pence = Number(whole + decimals.padEnd(2, "0"));
  return sign === "-" && pence !== 0 ? -pence : pence;
}

/** undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
