import { describe, expect, it } from "vitest";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, withSandbox } from "#server/testing/rest-caller.ts";
import { cookieOfUser } from "#server/testing/users.ts";

withSandbox();

async function orderOfThree() {
  const context = await testContext();
  const product = await makeProduct(context);
  const customer = await makeUser(context);
  const { invoiceNumber } = await makeOrder(context, { customer, lines: [{ product, quantity: 3 }] });
  const token = await makeConfirmationToken(context.em.fork(), invoiceNumber, new Date());
  const path = `/api/orders/${invoiceNumber}/withdrawals`;
  return { productId: product.id, customer, path, withToken: `${path}?t=${token}` };
}

describe("the withdrawals of an order", () => {
  it("are taken with the token of its link, and listed", async () => {
    const { productId, withToken } = await orderOfThree();
    const json = { lines: [{ productId, quantity: 1, unsealed: true }], reason: "Too many" };
    const first = await callRest("POST", withToken, { json });
    expect(first).toMatchObject({
      status: 201,
      body: { state: "open", reason: "Too many", lines: [{ productId, quantity: 1, unsealed: true }] },
    });
    // What is left.
    expect(await callRest("POST", withToken, { json: {} })).toMatchObject({
      status: 201,
      body: { lines: [{ quantity: 2 }] },
    });
    const { body } = await callRest("GET", withToken);
    expect(body).toMatchObject([{ lines: [{ quantity: 2 }] }, { lines: [{ quantity: 1 }] }]);
  });

  it("sent again on the same day are the same, ten at once too", async () => {
    const { productId, withToken } = await orderOfThree();
    const json = { lines: [{ productId, quantity: 1 }] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callRest("POST", withToken, { json })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect((await callRest("GET", withToken)).body).toHaveLength(1);
  });

  it("are taken from its signed-in buyer, and from nobody without a token", async () => {
    const { productId, path, customer } = await orderOfThree();
    const other = await orderOfThree();
    const json = { lines: [{ productId, quantity: 1 }] };
    const [, strangeToken] = other.withToken.split("?");
    for (const [address, cookie] of [
      [path, undefined],
      [`${path}?${strangeToken}`, undefined],
      [path, await cookieOfUser(other.customer.id)],
    ] as const) {
      expect((await callRest("POST", address, { json, cookie })).status).toBe(404);
      expect((await callRest("GET", address, { cookie })).status).toBe(404);
    }
    // Before anything of what they sent is read.
    expect((await callRest("POST", path, { body: "{".repeat(90_000) })).status).toBe(404);
    const cookie = await cookieOfUser(customer.id);
    expect((await callRest("POST", path, { json, cookie })).status).toBe(201);
  });

  it("of more than was ordered are refused beside the field", async () => {
    const { productId, withToken } = await orderOfThree();
    const json = { lines: [{ productId, quantity: 4 }] };
    expect(await callRest("POST", withToken, { json })).toMatchObject({
      status: 422,
      body: { fields: { lines: [expect.stringContaining("At most 3 of")] } },
    });
  });
});
