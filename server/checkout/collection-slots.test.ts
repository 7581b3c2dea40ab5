import { describe, expect, it } from "vitest";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { collectionSlots, slotLabel } from "./collection-slots.ts";

/** A Wednesday. */
const NOW = new Date("2026-03-25T12:00:00Z");
const open = { ...defaultSettings, collectionEnabled: true, collectionNoticeHours: 24 };
const labels = (settings: Partial<typeof open> = {}, now = NOW) =>
  collectionSlots({ ...open, ...settings }, now).map(slotLabel);

describe("half hours in which an order can be collected", () => {
  it("are none until the owner switches collection on", () => {
    expect(collectionSlots({ ...open, collectionEnabled: false }, NOW)).toEqual([]);
    expect(defaultSettings.collectionEnabled).toBe(false);
  });

  it("lie within the opening hours of each day, and begin after the yard's notice", () => {
    const all = labels();
    expect(all[0]).toBe("Thursday 26 March 2026, 12:00 to 12:30");
    const saturday = all.filter((label) => label.startsWith("Saturday 28 March"));
    expect(saturday).toHaveLength(8);
    expect(saturday[0]).toBe("Saturday 28 March 2026, 10:00 to 10:30");
    expect(saturday.at(-1)).toBe("Saturday 28 March 2026, 13:30 to 14:00");
    expect(all.some((label) => label.startsWith("Sunday"))).toBe(false);
  });

  it("keep to the yard's clock when the clocks change", () => {
    const slots = collectionSlots(open, NOW);
    expect(slots).toContain("2026-03-28T10:00:00.000Z");
    // Summer time begins on Sunday, 29 March.
    expect(slots).toContain("2026-03-30T08:00:00.000Z");
    expect(slots).not.toContain("2026-03-30T16:00:00.000Z");
    const autumn = collectionSlots(open, new Date("2026-10-23T08:00:00Z"));
    expect(autumn).toContain("2026-10-24T09:00:00.000Z");
    expect(autumn).toContain("2026-10-26T09:00:00.000Z");
  });

  it("leave out closures, of one day and of several", () => {
    const all = labels({ collectionClosures: "2026-03-28\n2026-03-30 to 2026-04-02" });
    expect(all.some((label) => label.startsWith("Saturday 28 March"))).toBe(false);
    expect(all.some((label) => label.includes(" 1 April"))).toBe(false);
    expect(all.some((label) => label.startsWith("Friday 3 April"))).toBe(true);
  });

  it("leave out a break at noon, and half an hour that does not fit", () => {
    const thursday = labels({ openingHoursWeekdays: "9:00-12:15, 13:30-14:30" }).filter((label) =>
      label.startsWith("Friday 27 March"),
    );
    expect(thursday.map((label) => label.split(", ")[1])).toEqual([
      "09:00 to 09:30",
      "09:30 to 10:00",
      "10:00 to 10:30",
      "10:30 to 11:00",
      "11:00 to 11:30",
      "11:30 to 12:00",
      "13:30 to 14:00",
      "14:00 to 14:30",
    ]);
  });

  it("are none on days whose hours are words", () => {
    expect(labels({ openingHoursSaturday: "by appointment" }).some((label) => label.startsWith("Sat"))).toBe(
      false,
    );
  });
});
