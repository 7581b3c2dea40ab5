import { describe, expect, it } from "vitest";
import { userEditFormSchema } from "#server/customers/users.schema.ts";
import { allEditFields } from "./edit-fields.ts";
import { changesIn, differences, merged, shownText } from "./edit-texts.ts";

const names = (fields: { name: string }[]) => fields.map(({ name }) => name);

describe("the edit form", () => {
  it("shows every field of its schema, once", () => {
    expect(names([...allEditFields]).sort()).toEqual(Object.keys(userEditFormSchema.shape).sort());
  });

  it("tells what was changed, whatever the browser did to line ends", () => {
    const base = { name: "Ann", notes: "one\ntwo", isActive: "on" };
    expect(differences(base, { ...base, notes: "one\r\ntwo " })).toEqual([]);
    expect(names(differences(base, { name: "Anna", notes: "one\ntwo" }))).toEqual(["name", "isActive"]);
  });

  it("keeps what was typed and takes the rest from what somebody else saved", () => {
    const base = { name: "Ann", city: "Ludlow", phone: "1", isVerified: "on" };
    const typed = { name: "Anna", city: "Ludlow", phone: "1" };
    const saved = { name: "Annie", city: "Hereford", phone: "1", isVerified: "on", smsOptIn: "on" };
    expect(merged({ base, typed, saved })).toEqual({
      name: "Anna",
      city: "Hereford",
      phone: "1",
      smsOptIn: "on",
    });
  });

  it("sends only what was changed, money in pounds", () => {
    const value = userEditFormSchema.parse({
      name: "Ann",
      email: "ann@example.com",
      username: "ann",
      role: "customer",
      totalLifetimeValue: "120.5",
      leadScore: 5,
    });
    const changed = allEditFields.filter(({ name }) => name === "totalLifetimeValue" || name === "leadScore");
    expect(changesIn(value, changed)).toEqual({ totalLifetimeValue: "120.50", leadScore: 5 });
  });

  it("reads as a person says it", () => {
    const field = (fieldName: string) => {
      const found = allEditFields.find(({ name }) => name === fieldName);
      if (!found) throw new Error(`no ${fieldName}`);
      return found;
    };
    expect(shownText(field("isActive"), undefined)).toBe("no");
    expect(shownText(field("role"), "shop_manager")).toBe("“Shop Manager”");
    expect(shownText(field("customerSegment"), "")).toBe("“None”");
    expect(shownText(field("city"), "")).toBe("nothing");
  });
});
