import { beforeAll, describe, expect, it } from "vitest";
import { defaultSettings } from "#server/settings/default-settings.ts";
import { makeOrder, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest/rest-caller.ts";

const PATH = "/api/admin/settings";
let cookie: string | undefined;

beforeAll(async () => {
  cookie = await cookieFor("administrator");
});

const get = () => callRest("GET", PATH, { cookie });
const put = (json: object, headers: Record<string, string> = {}) =>
  callRest("PUT", PATH, { cookie, json, headers });

describe("/api/admin/settings", () => {
  it("reads the defaults before anything is saved", async () => {
    expect((await get()).body).toEqual(defaultSettings);
  });

  it("saves what is named, leaves the rest, and answers with all of it", async () => {
    const response = await put({ storeName: "Ludlow Biochar", taxRate: 0.05 });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ storeName: "Ludlow Biochar", taxRate: 0.05, taxLabel: "VAT" });
    expect((await get()).body).toEqual(response.body);
  });

  it("takes back what it gave", async () => {
    const before = await get();
    const response = await put(before.body as object);
    expect(response.body).toEqual(before.body);
    expect(response.headers.get("etag")).toBe(before.headers.get("etag"));
  });

  it("changes the currency once that is confirmed, and says what becomes of the prices before", async () => {
    const euros = { currency: "EUR", exchangeRate: 0.85, exchangeRateDay: "2026-11-20" };
    const asked = await put(euros);
    expect(asked.status).toBe(422);
    expect(asked.body).toMatchObject({
      fields: { confirmedCurrency: [expect.stringContaining("The numbers of all prices stay as they are")] },
    });
    expect((await put({ ...euros, confirmedCurrency: "EUR" })).body).toMatchObject(euros);
    expect((await put({ currency: "GBP", confirmedCurrency: "GBP" })).body).toMatchObject({
      currency: "GBP",
    });
    await makeOrder(await testContext());
    const late = await put({ ...euros, confirmedCurrency: "EUR" });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: "conflict", fields: { currency: [expect.any(String)] } });
    expect((await get()).body).toMatchObject({ currency: "GBP" });
  });

  it.each(["visitor", "customer", "shop_manager"] as const)("is not for a %s", async (role) => {
    const theirs = await cookieFor(role);
    const status = role === "visitor" ? 401 : 403;
    expect((await callRest("GET", PATH, { cookie: theirs })).status).toBe(status);
    expect((await callRest("PUT", PATH, { cookie: theirs, json: {} })).status).toBe(status);
  });
});
