import { displayTime, displayWeekday, shopDay, shopMoment } from "#server/core/shop-time.ts";
import { closuresIn, hoursOn } from "#server/settings/opening-times.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

/** How long one slot lasts. */
const SLOT_MINUTES = 30;
/** How far ahead a slot can be chosen. */
const DAYS_AHEAD = 21;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** The settings that decide when goods can be collected. */
export type CollectionHours = Pick<
  StoreSettingsValues,
  | "openingHoursWeekdays"
  | "openingHoursSaturday"
  | "openingHoursSunday"
  | "collectionEnabled"
  | "collectionClosures"
  | "collectionNoticeHours"
>;

/**
 * The half hours in which an order can be collected, as ISO moments at which they begin, the earliest first: within the
 * opening hours of each day, UK time, without the days of closures, and no sooner than the yard's notice
 * (docs/rules.md#collection-1).
 */
export function collectionSlots(settings: CollectionHours, now: Date): string[] {
  if (!settings.collectionEnabled) return [];
  const earliest = now.getTime() + settings.collectionNoticeHours * HOUR;
  const closures = closuresIn(settings.collectionClosures);
  return daysFrom(now)
    .filter((day) => !closures.some(({ from, to }) => from <= day && day <= to))
    .flatMap((day) => slotsOn(day, settings))
    .filter((slot) => slot.getTime() >= earliest)
    .map((slot) => slot.toISOString());
}

function daysFrom(now: Date): string[] {
  // At noon, so that no change of the clocks leads to another day.
  const noon = Date.parse(`${shopDay(now)}T12:00:00Z`);
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) =>
    new Date(noon + ahead * DAY).toISOString().slice(0, 10),
  );
}

function slotsOn(day: string, settings: CollectionHours): Date[] {
  return hoursOn(day, settings).flatMap(({ from, to }) => {
    const count = Math.floor((to - from) / SLOT_MINUTES);
    const begins = Array.from({ length: count }, (_, place) => from + place * SLOT_MINUTES);
    return begins.flatMap((minutes) => shopMoment(day, minutes) ?? []);
  });
}

/** "Saturday 28 November 2026, 10:00 to 10:30" */
export function slotLabel(slot: string): string {
  return `${slotDay(slot)}, ${slotTime(slot)}`;
}

/** "Saturday 28 November 2026" */
export function slotDay(slot: string): string {
  return displayWeekday(slot).replace(",", "");
}

/** "10:00 to 10:30" */
export function slotTime(slot: string): string {
  const end = new Date(new Date(slot).getTime() + SLOT_MINUTES * 60_000);
  return `${displayTime(slot)} to ${displayTime(end)}`;
}
