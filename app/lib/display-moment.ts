import { displayDate, displayTime } from "#app/lib/display.ts";

/** "24 Nov 2026, 10:42". Apart from display.ts, which every page of the shop loads. */
export function displayMoment(moment: string): string {
  return `${displayDate(moment)}, ${displayTime(moment)}`;
}
