import { describe, expect, it } from "vitest";
import { achievementsOf, co2OfSpending, dailyImpactOf } from "./community.ts";
import { displayNameOf, initialsOf, localityOf } from "./find-community-impact.server.ts";

describe("CO2 of spending is the pounds × 0.36", () => {
  it.each([
    [0, 0],
    [100, 0.4],
    [2499, 9],
    [27_777, 100],
    [100_000, 360],
    [1_958_000_00, 704_880],
  ])("%i pence: %d kg", (pence, kg) => expect(co2OfSpending(pence)).toBe(kg));

  it.each([
    [0, 0],
    [365, 1],
    [70_488, 193.1],
  ])("%d kg in all is %d kg a day", (total, daily) => expect(dailyImpactOf(total)).toBe(daily));
});

describe("achievements", () => {
  it.each<[string, number, number, string[]]>([
    ["nothing yet", 0, 0, []],
    ["a first order", 1, 500, ["Earth Warrior"]],
    ["just under 100 kg", 1, 27_777, ["Earth Warrior"]],
    ["100 kg", 1, 27_778, ["Earth Warrior", "Carbon Saver"]],
    ["just under 500 kg", 2, 138_888, ["Earth Warrior", "Carbon Saver"]],
    ["500 kg", 2, 138_889, ["Earth Warrior", "Carbon Saver", "Eco Champion"]],
    ["1,000 kg", 4, 277_778, ["Earth Warrior", "Carbon Saver", "Eco Champion", "Climate Hero"]],
    ["five small orders", 5, 5000, ["Earth Warrior", "Loyal Supporter"]],
    [
      "2,000 kg",
      4,
      555_556,
      ["Earth Warrior", "Carbon Saver", "Eco Champion", "Climate Hero", "Earth Guardian"],
    ],
    [
      "5,000 kg in five orders",
      5,
      1_388_889,
      [
        "Earth Warrior",
        "Carbon Saver",
        "Eco Champion",
        "Climate Hero",
        "Earth Guardian",
        "Loyal Supporter",
        "Green Champion",
      ],
    ],
  ])("%s", (_what, orders, spent, names) => {
    expect(achievementsOf({ orders, spent }).map(({ name }) => name)).toEqual(names);
  });
});

describe("a customer is shown as initials", () => {
  it.each([
    ["Margaret Ashdown", "MA"],
    ["  margaret   anne  ashdown ", "MA"],
    ["Niall O'Hara", "NO"],
    ["Zoë Ångström", "ZÅ"],
    ["Prince", "P"],
    ["jane@example.com", "JC"],
    ["12345", "?"],
    ["", "?"],
  ])("of %j: %s", (name, initials) => expect(initialsOf(name)).toBe(initials));
});

describe("and a locality: the last address part that is no postcode and does not start with a digit", () => {
  it.each([
    ["1 Test Lane, Ludlow, SY8 1AA, United Kingdom", "United Kingdom"],
    ["1 Test Lane, Ludlow, SY8 1AA", "Ludlow"],
    ["1 Test Lane, Ludlow, sy81aa, 5 ", "Ludlow"],
    ["1 Test Lane\nLudlow\nSY8", "Ludlow"],
    ["Flat 2, 1 Test Lane, SW1A 1AA", "UK"],
    ["1 Test Lane, SY8 1AA", "UK"],
    ["SY8 1AA", "UK"],
    ["", "UK"],
    // What the first half of the rule alone would reveal of an address that was typed by hand.
    ["Rose Cottage", "UK"],
    ["Rose Cottage, Mill Lane, SY8 1AA", "UK"],
    ["Rose Cottage, Back of the Mill 3b", "UK"],
    ["1 Test Lane, rose@example.com", "UK"],
    ["The Old Vicarage, SY8 1AA", "UK"],
  ])("%j: %s", (address, locality) => expect(localityOf(address)).toBe(locality));

  it.each([
    ...["Bethnal Green", "Golders Green", "Burgess Hill", "Notting Hill", "Finsbury Park", "South Bank"],
    ...["Chester-le-Street", "Street", "Forest Row", "Earls Court", "Rise", "Welwyn Garden City", "Lane End"],
    ...["Kingsbury Square", "Ash Grove", "Stonehouse", "Chapel-en-le-Frith", "St Ives", "Chalk Farm"],
  ])("%s is a town and shown, whether anything stands before it or not", (town) => {
    expect(localityOf(`1 Test Lane, ${town}, E2 9AA`)).toBe(town);
    expect(localityOf(`${town}, E2 9AA`)).toBe(town);
    expect(localityOf(town)).toBe(town);
  });

  it("stands behind the initials", () => {
    expect(displayNameOf("Margaret Ashdown", "1 Test Lane, Ludlow, SY8 1AA, United Kingdom")).toBe(
      "MA, United Kingdom",
    );
  });
});
