/*
 * Pence and their decimals, as the providers write them. The stand-ins reckon for themselves: with the shop's own
 * arithmetic they would share its faults.
 */

const poundsFormat = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** "£1,234.50" */
export function formatPounds(pence: number): string {
  return poundsFormat.format(pence / 100);
}

/** "1234.50" */
export function penceToDecimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "1234.5" → 123450; undefined for what is no amount with two decimals at most. */
export function parsePounds(decimal: string): number | undefined {
  const [, sign, whole = "", decimals = ""] = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal.trim()) ?? [];
  if (whole === "") return undefined;
  const pence = Number(whole + decimals.padEnd(2, "0"));
  return sign === "-" && pence !== 0 ? -pence : pence;
}
