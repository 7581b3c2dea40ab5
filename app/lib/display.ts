export { displayBlogDate, displayDate, displayTime, displayTwelveHours } from "#server/core/shop-time.ts";

const whole = new Intl.NumberFormat("en-GB");
const oneDecimal = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** "1,234" */
export function displayCount(value: number): string {
  return whole.format(value);
}

/** "1,234.5" */
export function displayDecimal(value: number): string {
  return oneDecimal.format(value);
}

/** "1.2m", "340k", "12": for the scale of a chart. */
export function displayShort(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `${oneDecimal.format(value / 1_000_000)}m`;
  if (Math.abs(value) >= 1000) return `${oneDecimal.format(value / 1000)}k`;
  return oneDecimal.format(value);
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** "2026-11" as "Nov 2026". */
export function displayMonth(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}
