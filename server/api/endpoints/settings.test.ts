import { describe, expect, it } from "vitest";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";

const PATH = "/api/admin/settings";

const cookie = await cookieFor("administrator");

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
});
