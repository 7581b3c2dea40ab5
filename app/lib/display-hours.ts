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
