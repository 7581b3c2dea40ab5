import { describe, expect, it } from "vitest";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";

const context = await testContext();
const bulkBag = await makeProduct(context, { price: 31_500, handling: "bulk_bag" });
const compost = await makeProduct(context, { price: 1200, grossGrams: 11_000 });
const unweighed = await makeProduct(context, { price: 900 });

const quote = (items: string, postcode = "", country = "GB") =>
  callRest("GET", `/api/delivery-quote?${new URLSearchParams({ items, postcode, country })}`);

describe("GET /api/delivery-quote", () => {
  it("quotes by the built-in rule until the Shipping tab is saved", async () => {
    const standard = { id: "standard", label: "Standard delivery" };
    expect(await quote(`${compost.id}x1`, "ZE1 0AA")).toMatchObject({
      status: 200,
      body: { served: true, subtotal: 12, options: [{ ...standard, price: 10.99 }] },
    });
    expect(await quote(`${bulkBag.id}x1`, "ZE1 0AA")).toMatchObject({
      body: { served: true, subtotal: 315, options: [{ ...standard, price: 0 }] },
    });
  });

  it("refuses products that are not sold, and what is no list of items", async () => {
    expect(await quote("999999x1")).toMatchObject({
      status: 422,
      body: { fields: { items: ["There is no product with id 999999."] } },
    });
    for (const items of ["", "1", "1x0", "1x100", "axb", "1x1;2x1"])
      expect((await quote(items)).status).toBe(422);
  });

  it("quotes by the tariff once it is saved, and says what has no price", async () => {
    const owner = asUser(context, await makeUser(context, { role: "administrator" }));
    await saveSomeSettings(owner, {
      values: {
        shippingCalculationType: "weight",
        deliveryTariff: EXAMPLE_TARIFF,
        countriesServed: "United Kingdom",
        northernIrelandServed: false,
      },
    });
    expect((await quote(`${bulkBag.id}x1,${compost.id}x1,${compost.id}x1`, "ZE1 0AA")).body).toEqual({
      served: true,
      subtotal: 339,
      options: [{ id: "standard", label: "Standard delivery", price: 214.95 }],
      message: "Travels as 1 bulk bag, 1 parcel.",
    });
    const without = { served: true, subtotal: 12, options: [] };
    expect((await quote(`${compost.id}x1`)).body).toEqual({
      ...without,
      message: "Enter the postcode of the delivery: its price depends on it.",
    });
    expect((await quote(`${unweighed.id}x1`, "SY8 1AA")).body).toMatchObject({
      served: true,
      options: [],
      message: "We have not weighed everything in this order yet. Ask us, and we tell you what it costs.",
    });
    expect((await quote(`${compost.id}x1`, "JE2 3AB")).body).toEqual({
      ...without,
      served: false,
      message: "JE2 3AB is in Jersey. We deliver to Great Britain only.",
    });
    expect((await quote(`${compost.id}x1`, "BT1 1AA")).body).toMatchObject({ served: false, options: [] });
  });
});
