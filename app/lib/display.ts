/** The shop's own time zone, whoever looks and wherever the server is. */
const shopTime = { timeZone: "Europe/London" } as const;

const day = new Intl.DateTimeFormat("en-GB", {
  ...shopTime,
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat("en-GB", { ...shopTime, hour: "2-digit", minute: "2-digit" });

const longDay = new Intl.DateTimeFormat("en-US", {
  ...shopTime,
  day: "2-digit",
  month: "long",
  year: "numeric",
});

/** "November 05, 2026": how the blog writes dates. */
export function displayLongDate(moment: string | number): string {
  return longDay.format(new Date(moment));
}

/** "21 Nov 2026" */
export function displayDate(moment: string | number): string {
  return day.format(new Date(moment));
}

/** "10:42" */
export function displayTime(moment: string | number): string {
  return time.format(new Date(moment));
}

/** Opening hours as the contact page says them: "9:00-17:00" as "9:00 AM - 5:00 PM"; other words stay. */
export function displayTwelveHours(hours: string): string {
  const span = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/.exec(hours.trim());
  if (!span) return hours;
  const [, fromHour = "", fromMinute = "", toHour = "", toMinute = ""] = span;
  return `${onTwelve(fromHour, fromMinute)} - ${onTwelve(toHour, toMinute)}`;
}

function onTwelve(hour: string, minute: string): string {
  const number = Number(hour) % 24;
  return `${number % 12 || 12}:${minute} ${number < 12 ? "AM" : "PM"}`;
}

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
