import { expect, it } from "vitest";
import {
  displayBlogDate,
  displayDate,
  displayLongDate,
  displayLongMoment,
  displayTime,
  displayTwelveHours,
} from "./shop-time.ts";

it("days and hours are written in one way, in the shop's own time", () => {
  const summerNight = "2026-08-04T23:30:00Z";
  expect(displayDate(summerNight)).toBe("5 Aug 2026");
  expect(displayTime(summerNight)).toBe("00:30");
  expect(displayLongDate(summerNight)).toBe("5 August 2026");
  expect(displayLongMoment(new Date(summerNight))).toBe("5 August 2026 at 00:30");
  expect(displayBlogDate(Date.parse(summerNight))).toBe("August 05, 2026");
});

it.each([
  ["9:00-17:00", "9:00 AM - 5:00 PM"],
  ["10:00-14:00", "10:00 AM - 2:00 PM"],
  ["00:30 – 12:15", "12:30 AM - 12:15 PM"],
  ["closed", "closed"],
  ["by appointment", "by appointment"],
])("%j is read as %j on the contact page", (hours, shown) => expect(displayTwelveHours(hours)).toBe(shown));
