import { expect, it } from "vitest";
import type { Product } from "#db/entities/index.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { systemContext } from "#server/process/request-context.server.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { mailedLink, writeEmailChanges, writeRegistrationMails } from "#server/testing/mailed.ts";
import { callRest, withSandbox } from "#server/testing/rest-caller.ts";
import { GOOD_CARD, payIntent } from "#server/testing/sandbox.ts";
import { cookieOf } from "#server/testing/users.ts";
import { loader as verifyPage } from "./account/verify-email.tsx";

/*
 * An attacker registers somebody's address with a password of their own, and waits for the owner to open the mailed
 * link.
 */

withSandbox();

const PASSWORD = "eve-password";

/** The attacker's account on the victim's address, and the link mailed to the victim. */
async function registeredByStranger(name: string) {
  const context = await testContext();
  const [email, username] = [`${name}@corp.example`, `eve-${name}`];
  const json = { name: "Eve", email, username, password: PASSWORD };
  expect((await callRest("POST", "/api/auth/register", { json })).status).toBe(201);
  await writeRegistrationMails(await systemContext());
  const link = await mailedLink(context, "verify-email", email);
  const signIn = async () => {
    const response = await callRest("POST", "/api/auth/login", { json: { username, password: PASSWORD } });
    expect(response.status).toBe(200);
    return cookieOf(response.headers.get("set-cookie") ?? "");
  };
  return { context, email, link, signIn };
}

/** A mail scanner, and the victim who follows the shop's own mail: GET, without a cookie. */
async function openLink({ url }: { url: URL }): Promise<void> {
  const { status } = await callRest("GET", `/api/auth/verify${url.search}`);
  expect(status).toBe(200);
  const request = new Request(`http://127.0.0.1:3000/verify-email${url.search}`);
  expect(await verifyPage({ request, params: {}, context: {} })).toMatchObject({
    data: { verification: { kind: "verified", isProven: false, mayReport: true } },
    init: null,
  });
}

async function buyAsGuest(email: string, product: Product): Promise<void> {
  const intent = await callRest("POST", "/api/create-payment-intent", { json: { amount: "50.00" } });
  const { clientSecret } = intent.body as { clientSecret: string };
  await payIntent(clientSecret, GOOD_CARD);
  const json = {
    customerName: "Vic Tim",
    customerEmail: email,
    customerPhone: "07700 900123",
    customerAddress: "1 Secret Lane, Ludlow, SY8 1AA, United Kingdom",
    shippingCountry: "United Kingdom",
    paymentMethod: "stripe",
    transactionId: clientSecret.split("_secret_")[0] ?? "",
    items: [{ productId: product.id, quantity: 1 }],
  };
  expect((await callRest("POST", "/api/orders", { json })).status).toBe(201);
}

it("the opened link gives the stranger none of the victim's orders, past or future, and no enquiry", async () => {
  const { context, email, link, signIn } = await registeredByStranger("victim");
  await makeOrder(context, { customerEmail: email });
  await sendEnquiry(context, { name: "Vic", email, subject: "", message: "My secret question." });
  await openLink(link);
  await buyAsGuest(email, await makeProduct(context, { price: 5000 }));

  const cookie = await signIn();
  expect((await callRest("GET", "/api/orders/user", { cookie })).body).toEqual([]);
  const { body } = await callRest("GET", "/api/account/export", { cookie });
  expect(body).toMatchObject({ orders: [], enquiries: [], mailsSent: [], newsletter: [] });
  expect(JSON.stringify(body)).not.toMatch(/Secret|secret/);
});

it("the account is verified all the same: the link was opened", async () => {
  const { context, email, link } = await registeredByStranger("verified");
  await openLink(link);
  const verified = "select 1 from user_account where email = ? and is_verified";
  expect(await context.em.execute(verified, [email])).toHaveLength(1);
});

it("a changed address does not take effect by its link alone", async () => {
  const { context, email, link, signIn } = await registeredByStranger("mistyped");
  const cookie = await signIn();
  await callRest("GET", `/api/auth/verify${link.url.search}`, { cookie });
  const json = { email: "stranger-with-a-scanner@corp.example", currentPassword: PASSWORD };
  expect((await callRest("PATCH", "/api/auth/profile", { cookie, json })).status).toBe(200);
  const accountsOn = (address: string) =>
    context.em.execute("select 1 from user_account where email = ?", [address]);
  await writeEmailChanges(context);
  const change = await mailedLink(context, "confirm-email", json.email);
  expect((await callRest("GET", `/api/auth/verify${change.url.search}`)).status).toBe(200);
  expect(await accountsOn(email)).toHaveLength(1);
  expect((await callRest("GET", `/api/auth/verify${change.url.search}`, { cookie })).status).toBe(200);
  expect(await accountsOn(json.email)).toHaveLength(1);
});
