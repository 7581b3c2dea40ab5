import { expect, it } from "vitest";
import { displayTwelveHours } from "./display.ts";

it.each([
  ["9:00-17:00", "9:00 AM - 5:00 PM"],
  ["10:00-14:00", "10:00 AM - 2:00 PM"],
  ["00:30 – 12:15", "12:30 AM - 12:15 PM"],
  ["closed", "closed"],
  ["by appointment", "by appointment"],
])("%j is read as %j on the contact page", (hours, shown) => expect(displayTwelveHours(hours)).toBe(shown));
