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
