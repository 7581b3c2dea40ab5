/*
 * How the shop writes days and hours, on its pages as in its mails and documents. They are in its own time zone, no
 * matter who looks and wherever the server is.
 */
const shopTime = { timeZone: "Europe/London" } as const;

const day = new Intl.DateTimeFormat("en-GB", { ...shopTime, dateStyle: "medium" });
const longDay = new Intl.DateTimeFormat("en-GB", { ...shopTime, dateStyle: "long" });
const longMoment = new Intl.DateTimeFormat("en-GB", { ...shopTime, dateStyle: "long", timeStyle: "short" });
const stamp = new Intl.DateTimeFormat("en-GB", { ...shopTime, dateStyle: "long", timeStyle: "long" });
const time = new Intl.DateTimeFormat("en-GB", { ...shopTime, hour: "2-digit", minute: "2-digit" });
const blogDay = new Intl.DateTimeFormat("en-US", {
  ...shopTime,
  day: "2-digit",
  month: "long",
  year: "numeric",
});

type Moment = Date | string | number;

/** "21 Nov 2026": in lists and beside what happened. */
export function displayDate(moment: Moment): string {
  return day.format(new Date(moment));
}

/** "10:42" */
export function displayTime(moment: Moment): string {
  return time.format(new Date(moment));
}

/** "21 November 2026": in sentences, mails and documents. */
export function displayLongDate(moment: Moment): string {
  return longDay.format(new Date(moment));
}

/** "21 November 2026 at 10:42" */
export function displayLongMoment(moment: Moment): string {
  return longMoment.format(new Date(moment));
}

/** "21 November 2026 at 10:42:07 GMT": when something came that the law counts from. */
export function displayStamp(moment: Moment): string {
  return stamp.format(new Date(moment));
}

/** "November 05, 2026": how the blog writes dates. */
export function displayBlogDate(moment: Moment): string {
  return blogDay.format(new Date(moment));
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

const weekday = new Intl.DateTimeFormat("en-GB", {
  ...shopTime,
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const parts = new Intl.DateTimeFormat("en-CA", {
  ...shopTime,
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});
const MINUTE = 60_000;

/** "Saturday, 28 November 2026": a day on which somebody comes. */
export function displayWeekday(moment: Moment): string {
  return weekday.format(new Date(moment));
}

/** The day that it is in the shop, "2026-11-28". */
export function shopDay(moment: Moment): string {
  return parts.format(new Date(moment)).slice(0, 10);
}

/**
 * The moment at which a clock in the shop shows this day and so many minutes after midnight; null for a time that the
 * clocks skip in spring. Of a time that they show twice in autumn, the first.
 */
export function shopMoment(day: string, minutes: number): Date | null {
  const clock = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  const asUtc = Date.parse(`${day}T${clock}:00Z`);
  // Summer time is an hour ahead.
  const shown = (at: number) => parts.format(at).replace(/,? /, "T").slice(0, 16);
  const found = [asUtc - 60 * MINUTE, asUtc].find((at) => shown(at) === `${day}T${clock}`);
  return found === undefined ? null : new Date(found);
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

/** The month that it is in the shop, "2026-11". */
export function monthOf(moment: Date): string {
  return shopDay(moment).slice(0, 7);
}

/** The month that is so many months away: monthAway("2026-11", -1) is "2026-10". */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The day that is so many days away: dayAway("2026-03-01", -1) is "2026-02-28". */
export function dayAway(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
