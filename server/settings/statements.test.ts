import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import {
  type Claims,
  co2ClaimsThatDisagree,
  numberOf,
  rangeOf,
  type Statements,
  salesThatDisagree,
  shippedStatements,
} from "./claims.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveStatements } from "./save-settings.server.ts";

let administrator: Context;

beforeEach(async () => {
  const context = await testContext();
  await context.em.execute("delete from store_setting");
  administrator = asUser(context, await makeUser(context, { role: "administrator" }));
});

const saved = () => readSettings(administrator.em.fork());

function stating(
  changes: Partial<{ [Key in keyof Claims]: string }>,
  years = shippedStatements.retailYears,
): Statements {
  const claims = { ...shippedStatements.claims };
  for (const [key, figure] of Object.entries(changes)) {
    const name = key as keyof Claims;
    claims[name] = { ...claims[name], figure };
  }
  return { claims, retailYears: years };
}

describe("what the site states", () => {
  it("is what the shop came with until somebody changes it, and then with its source and date", async () => {
    expect((await saved()).claims.moisture.figure).toBe("under 18%");
    const { claims, retailYears } = stating({ moisture: "under 12%" });
    const moisture = { ...claims.moisture, source: "Our own log of 2026", checkedOn: "2026-11-20" };
    await saveStatements(administrator, { claims: { ...claims, moisture }, retailYears, seenVersion: 0 });
    const now = await saved();
    expect(now.claims.moisture).toEqual({
      figure: "under 12%",
      says: "moisture of the wood before it is heated",
      source: "Our own log of 2026",
      checkedOn: "2026-11-20",
    });
    expect(now.claims.kiln).toEqual(shippedStatements.claims.kiln);
    expect(now.savedTabs).toEqual([]);
    const [entry] = await administrator.em.execute(
      "select action, after from audit_entry where subject_id = 'claims' order by id desc limit 1",
    );
    expect(entry).toMatchObject({
      action: "claims saved",
      after: { moisture: expect.stringContaining("under 12%") },
    });
  });

  it("is not overwritten by anyone who did not see what somebody else saved", async () => {
    const statements = stating({ carbon: "over 85%" });
    await saveStatements(administrator, { ...statements, seenVersion: 0 });
    await expect(
      saveStatements(administrator, { ...stating({ carbon: "over 70%" }), seenVersion: 0 }),
    ).toBeRefused("conflict");
  });

  it("is the administrator's to change", async () => {
    const manager = asUser(administrator, await makeUser(administrator, { role: "shop_manager" }));
    await expect(saveStatements(manager, { ...stating({}), seenVersion: 0 })).rejects.toThrow("permission");
  });
});

describe("figures that disagree", () => {
  it("are named with their numbers", () => {
    expect(salesThatDisagree(shippedStatements)).toContain("add up to 21,539, beside a total of 19,580 kg");
    expect(salesThatDisagree(shippedStatements)).toContain("110%");
    const co2 = co2ClaimsThatDisagree(shippedStatements);
    for (const part of ["500+", "70,488 kg", "2.5 kg for each £1", "0.36 kg", "3.6 kg", "2.93"]) {
      expect(co2).toContain(part);
    }
  });

  it("are none once they agree", () => {
    const agreed = stating({
      tonnes: "57.4",
      sold: "19,580 kg",
      soldCo2: "57,369 kg",
      co2PerPound: "0.36 kg",
    });
    expect(co2ClaimsThatDisagree(agreed)).toBeNull();
    expect(
      salesThatDisagree(
        stating({ sold: "300 kg" }, [
          { year: 2025, kg: 100, share: 33 },
          { year: 2026, kg: 200, share: 67 },
        ]),
      ),
    ).toBeNull();
  });
});

it("numbers are read out of figures as people write them", () => {
  expect(numberOf({ figure: "19,580 kg" })).toBe(19580);
  expect(numberOf({ figure: "over 80.5%" })).toBe(80.5);
  expect(rangeOf({ figure: "450–550°C" })).toEqual({ from: 450, to: 550 });
});
