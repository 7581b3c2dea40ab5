import { expect, it } from "vitest";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { loader } from "./product.tsx";

it("the page of a product says what bringing it costs to the postcode that its visitor named before", async () => {
  const context = await testContext();
  const owner = asUser(context, await makeUser(context, { role: "administrator" }));
  const values = { shippingCalculationType: "weight", deliveryTariff: EXAMPLE_TARIFF } as const;
  await saveSomeSettings(owner, { values });
  const { slug } = await makeProduct(context, { grossGrams: 11_000 });
  const look = async (query: string, cookie = "") => {
    const request = new Request(`http://127.0.0.1:3000/products/${slug}${query}`, { headers: { cookie } });
    const { data, init } = await loader({ request, params: { slug }, context: {} });
    const remembers = new Headers(init?.headers).get("set-cookie")?.split(";")[0] ?? "";
    return { bringing: data.delivery.bringing, remembers };
  };
  const named = await look("?postcode=sy81aa");
  expect(named.bringing).toMatchObject({ postcode: "SY8 1AA", answer: { price: expect.any(Number) } });
  expect((await look("", named.remembers)).bringing).toEqual(named.bringing);
  expect((await look("")).bringing).toMatchObject({ postcode: null, answer: null });
});
