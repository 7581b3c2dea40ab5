import type { StoreSettingsValues } from "./store-settings.ts";

/** A part of a day, in minutes after midnight. */
interface Span {
  from: number;
  to: number;
}

/** Days on which nobody is there, both included, as ISO dates. */
interface Closure {
  from: string;
  to: string;
}

const SPAN = /^(\d{1,2})[:.](\d{2})\s*(?:-|–|to)\s*(\d{1,2})[:.](\d{2})$/;
const CLOSURE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:-|–|to)\s*(\d{4}-\d{2}-\d{2}))?$/;
const SUNDAY = 0;
const SATURDAY = 6;

/** Where goods are collected: the shop and its address in one line. */
export function yardOf({
  storeName,
  storeAddress,
}: Pick<StoreSettingsValues, "storeName" | "storeAddress">): string {
  return [storeName, ...storeAddress.split(/\r?\n/)].join(", ");
}

type Hours = Pick<
  StoreSettingsValues,
  "openingHoursWeekdays" | "openingHoursSaturday" | "openingHoursSunday"
>;

/**
 * The opening hours of a day ("2026-11-28") by the settings: "9:00-12:30, 13:30-17:00" are two spans. None where they
 * say "closed", or anything else that is no time of day.
 */
export function hoursOn(day: string, hours: Hours): Span[] {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  if (weekday === SATURDAY) return spansIn(hours.openingHoursSaturday);
  return spansIn(weekday === SUNDAY ? hours.openingHoursSunday : hours.openingHoursWeekdays);
}

function spansIn(hours: string): Span[] {
  return hours.split(",").flatMap((part) => {
    const [matched, fromHour, fromMinute, toHour, toMinute] = SPAN.exec(part.trim()) ?? [];
    if (!matched) return [];
    const span = {
      from: Number(fromHour) * 60 + Number(fromMinute),
      to: Number(toHour) * 60 + Number(toMinute),
    };
    return span.from < span.to && span.to <= 24 * 60 ? [span] : [];
  });
}

/** The closures of the setting: one a line, a day or "day to day". Lines that are neither are left out. */
export function closuresIn(setting: string): Closure[] {
  return linesOf(setting).flatMap((line) => closureIn(line) ?? []);
}

/** The first line that is no closure; undefined where all are. */
export function wrongClosureIn(setting: string): string | undefined {
  return linesOf(setting).find((line) => closureIn(line) === undefined);
}

function linesOf(setting: string): string[] {
  return setting
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function closureIn(line: string): Closure | undefined {
  const [, from = "", to = from] = CLOSURE.exec(line) ?? [];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
