import { generateSync } from "otplib";
import { describe, expect, it, vi } from "vitest";
import { ApiKey, AuditEntry, OrderEvent, Session, User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { changePassword, resetPassword } from "#server/accounts/set-password.server.ts";
import { beginTwoFactor, confirmTwoFactor, readTwoFactor } from "#server/accounts/two-factor.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { capabilities } from "#server/core/roles.ts";
import { editUser } from "#server/customers/edit-user.server.ts";
import {
  resetTwoFactor,
  sendUserPasswordReset,
  setUserStatus,
} from "#server/customers/user-actions.server.ts";
import { contextFor, restContextFor } from "#server/process/request-context.server.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, mailsTo } from "#server/testing/mailed.ts";
import { postForm } from "#server/testing/post-form.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";
import { makeApiKey, signInDevice, storedUser } from "#server/testing/users.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { findKeyActor } from "./api-key-secret.server.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./create-api-key.server.ts";

withSandbox();

const password = "the password of Ada";

const context = await testContext({ clock: { now: () => new Date() } });
const ada = await makeUser(context, { role: "administrator", name: "Ada Admin", password });
const administrator = (await signInDevice(context, ada)).context;

/** What a script needs that lists orders over REST. */
const readsOrders = ["orders.view", "orders.viewMoney"] as const;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const exportOrders = { permissions: [...readsOrders], days: 30, password };

/** Makes a key as the form of the tab does, which also has its end and what it may. */
const createByForm = (fields: Record<string, string>) =>
  postForm(administrator, "apiKeys.create", { permissions: "orders.view", days: "30", password, ...fields });

/** An administrator who turned two-factor sign-in on, and a key that they had made before. */
async function withTwoFactor() {
  const clock = fixedClock(new Date().toISOString());
  const user = await makeUser(await testContext(), { role: "administrator", password });
  const key = await makeApiKey({ permissions: readsOrders, makerId: user.id });
  const { context } = await signInDevice(await testContext({ clock }), user);
  await beginTwoFactor(context, { password });
  const view = await readTwoFactor(context);
  if (view.state !== "begun") throw new Error(`the set-up is ${view.state}`);
  const secret = view.secret.replaceAll(" ", "");
  const codeNow = () => generateSync({ secret, epoch: clock.now().getTime() / 1000 });
  await confirmTwoFactor(context, { code: codeNow() });
  clock.advance(60_000);
  return { context, user, key, codeNow };
}

describe("making a key", () => {
  it("gives it once, with a prefix, and keeps its hash alone", async () => {
    const { id, token } = await createApiKey(administrator, { name: "Nightly export", ...exportOrders });
    expect(token).toMatch(/^oxb_[A-Za-z0-9_-]{43}$/);
    const em = getOrm().em.fork();
    const [row] = await em.execute("select * from api_key where id = ?", [id]);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row).toMatchObject({ beginning: token.slice(0, 10), last_used_at: null });
    expect(JSON.stringify(await listApiKeys(administrator))).not.toContain(token);
    const entry = await em.findOneOrFail(AuditEntry, { area: "api-keys", subjectId: String(id) });
    expect(entry).toMatchObject({ action: "made", actorName: "Ada Admin", subjectName: "Nightly export" });
    expect(JSON.stringify(entry.after)).not.toContain(token);
  });

  it("refuses a second key of the same name while the first opens something", async () => {
    const { id } = await createApiKey(administrator, { name: "Stock", ...exportOrders });
    await expect(createApiKey(administrator, { name: "Stock", ...exportOrders })).toBeRefused("conflict");
    await revokeApiKey(administrator, { id });
    await expect(createApiKey(administrator, { name: "Stock", ...exportOrders })).resolves.toBeDefined();
  });

  it("is for administrators in person: not for a shop manager, nor for a key", async () => {
    const manager = asUser(administrator, await makeUser(administrator, { role: "shop_manager" }));
    const input = { name: "Nobody's", ...exportOrders };
    await expect(createApiKey(manager, input)).toBeRefused("forbidden");
    await expect(listApiKeys(manager)).toBeRefused("forbidden");
    const { token } = await makeApiKey({ permissions: capabilities });
    const em = getOrm().em.fork();
    const actor = await findKeyActor(em, token, { now: new Date(), clientAddress: "" });
    const asKey = { ...administrator, em, actor };
    await expect(createApiKey(asKey, input)).toBeRefused("unauthenticated");
    const { id } = await createApiKey(administrator, { name: "Not by a key", ...exportOrders });
    await expect(revokeApiKey(asKey, { id })).toBeRefused("unauthenticated");
  });

  it("requires the creator's password, and never repeats the input", async () => {
    for (const [wrong, message] of [
      ["", "Enter your current password"],
      ["guessed", "Current password is incorrect"],
    ] as const) {
      const made = createApiKey(administrator, { name: "Unlocked", ...exportOrders, password: wrong });
      await expect(made).toBeRefused("validation_failed", { fields: { password: [message] } });
    }
    const refused = await createByForm({ name: "Unlocked", password: "guessed" }).catch((error) => error);
    expect(refused).toMatchObject({
      code: "validation_failed",
      fields: { password: ["Current password is incorrect"] },
    });
    expect(JSON.stringify(refused)).not.toContain("guessed");
    expect((await listApiKeys(administrator)).map(({ name }) => name)).not.toContain("Unlocked");
  });

  it("asks for a code as well, where the maker signs in with one", async () => {
    const { context, codeNow } = await withTwoFactor();
    const input = { name: "With a code", ...exportOrders };
    for (const code of [undefined, "000000"]) {
      await expect(createApiKey(context, { ...input, code })).toBeRefused("validation_failed", {
        fields: { code: [expect.any(String)] },
      });
    }
    await expect(createApiKey(context, { ...input, code: codeNow() })).resolves.toBeDefined();
  });

  it("tells every administrator by mail", async () => {
    const context = await testContext();
    const other = await makeUser(context, { role: "administrator", name: "Otto Other" });
    const manager = await makeUser(context, { role: "shop_manager" });
    await createApiKey(administrator, { name: "Told of", ...exportOrders });
    const mails = await mailsTo(context, other.email);
    const mail = mails.find(({ subject }) => subject.includes("An API key was made: Told of"));
    expect(mail?.text).toContain("Ada Admin made the API key “Told of”");
    expect(mail?.text).toContain("See orders: who gets what");
    expect(await mailsTo(context, manager.email)).toEqual([]);
  });

  it("answers the form with the key, for the page that shows it", async () => {
    const fields = { name: "From the form", code: "" };
    const made = await createByForm(fields);
    expect(made).toMatchObject({ name: "From the form", token: expect.stringMatching(/^oxb_/) });
    await expect(createByForm(fields)).toBeRefused("conflict", {
      fields: { name: ["There is a key of this name already."] },
    });
  });

  it("asks for a name, a permission of the table and an end", async () => {
    const wrong = { permissions: "everything.view:any", days: "3650" };
    await expect(postForm(administrator, "apiKeys.create", wrong)).toBeRefused("validation_failed", {
      fields: {
        days: [expect.any(String)],
        name: [expect.any(String)],
        password: [expect.any(String)],
        "permissions[0]": [expect.any(String)],
      },
    });
  });
});

describe("calling with a key", () => {
  it("may do exactly what was chosen", async () => {
    const { headers } = await makeApiKey({ permissions: readsOrders });
    expect((await callRest("GET", "/api/admin/orders", { headers })).status).toBe(200);
    for (const path of ["/api/admin/users", "/api/admin/settings", "/api/products", "/api/auth/user"]) {
      expect(await callRest("GET", path, { headers })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
  });

  it("may never do more than its maker still may", async () => {
    const context = await testContext();
    const maker = await makeUser(context, { role: "administrator" });
    const { headers } = await makeApiKey({
      permissions: [...readsOrders, "settings.view"],
      makerId: maker.id,
    });
    const em = getOrm().em.fork();
    expect((await callRest("GET", "/api/admin/settings", { headers })).status).toBe(200);
    await em.nativeUpdate(User, { id: maker.id }, { role: "shop_manager" });
    expect((await callRest("GET", "/api/admin/settings", { headers })).status).toBe(403);
    expect((await callRest("GET", "/api/admin/orders", { headers })).status).toBe(200);
    await em.nativeUpdate(User, { id: maker.id }, { isActive: false });
    expect((await callRest("GET", "/api/admin/orders", { headers })).status).toBe(401);
  });

  it.each([
    ["unknown", async () => bearer("oxb_nobody")],
    ["empty", async () => ({ Authorization: "Bearer" })],
    [
      "expired",
      async () =>
        (await makeApiKey({ permissions: readsOrders, expiresAt: new Date(Date.now() - 1) })).headers,
    ],
    ["revoked", async () => (await makeApiKey({ permissions: readsOrders, revokedAt: new Date() })).headers],
  ])("is refused with a key that is %s, also by calls for anybody", async (_, headersOf) => {
    const headers = await headersOf();
    for (const path of ["/api/admin/orders", "/api/products", "/api/blog-posts"]) {
      const response = await callRest("GET", path, { headers, cookie: await cookieFor("administrator") });
      expect(response).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
    }
  });

  it("learns of keys from every 401", async () => {
    const { headers } = await callRest("GET", "/api/admin/orders");
    expect(headers.get("www-authenticate")).toBe('Bearer realm="shop"');
  });

  it("looks at no cookie and asks not where it comes from", async () => {
    const { headers } = await makeApiKey({ permissions: readsOrders });
    const cookie = await cookieFor("administrator");
    expect((await callRest("GET", "/api/admin/users", { headers, cookie })).status).toBe(403);
    const elsewhere = { ...headers, Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
    const posted = await callRest("POST", "/api/newsletter", {
      headers: elsewhere,
      json: { email: "by-a-script@example.com" },
    });
    expect(posted.status).toBe(200);
  });

  it("is nobody to a page or to tRPC", async () => {
    const { headers } = await makeApiKey({ permissions: capabilities });
    const request = new Request("http://127.0.0.1:3000/admin", { headers });
    expect((await contextFor(request, {})).actor).toEqual({ kind: "visitor" });
    expect((await restContextFor(request, {})).actor).toMatchObject({ kind: "api-key" });
  });

  it("writes when it was last used at most once a minute", async () => {
    const { token, id } = await makeApiKey({ permissions: readsOrders });
    const start = Date.now();
    const usedAfter = async (milliseconds: number) => {
      const em = getOrm().em.fork();
      await findKeyActor(em, token, { now: new Date(start + milliseconds), clientAddress: "" });
      const { lastUsedAt } = await getOrm().em.fork().findOneOrFail(ApiKey, id);
      return (lastUsedAt?.getTime() ?? 0) - start;
    };
    expect(await usedAfter(0)).toBe(0);
    expect(await usedAfter(59_000)).toBe(0);
    expect(await usedAfter(61_000)).toBe(61_000);
  });

  it("stands in the audit and in an order's timeline under its name", async () => {
    const product = await makeProduct(await testContext());
    const { headers } = await makeApiKey({
      name: "Till",
      permissions: ["orders.create", ...readsOrders],
    });
    const { status, body } = await callRest("POST", "/api/shop/orders", {
      headers,
      json: {
        customerName: "Carl Counter",
        customerEmail: "carl@example.com",
        customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
        items: [{ productId: product.id, quantity: 1 }],
        paymentMethod: "cash",
      },
    });
    expect(status).toBe(201);
    const { id } = body as { id: number };
    const em = getOrm().em.fork();
    const entry = await em.findOneOrFail(AuditEntry, { area: "orders", subjectId: String(id) });
    expect(entry).toMatchObject({ actorName: "API key Till", actor: null });
    const events = await em.find(OrderEvent, { order: id });
    expect(events.map(({ actorName }) => actorName)).toContain("API key Till");
  });

  it("is never logged", async () => {
    const written: string[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((text) => {
        written.push(String(text));
        return true;
      }),
    );
    const consoles = (["log", "warn", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...texts) => void written.push(JSON.stringify(texts))),
    );
    const { headers, token } = await makeApiKey({ permissions: readsOrders });
    await callRest("GET", "/api/admin/orders", { headers });
    await callRest("GET", "/api/admin/users", { headers });
    await callRest("GET", "/api/admin/users", { headers: bearer(`${token}x`) });
    for (const spy of [...spies, ...consoles]) spy.mockRestore();
    expect(written.join("\n")).not.toContain(token);
  });

  it("touches the accounts of customers only", async () => {
    const context = await testContext();
    const { headers } = await makeApiKey({ permissions: capabilities });
    const manager = await makeUser(context, { role: "shop_manager" });
    const customer = await makeUser(context);
    const person = { name: "New Person", username: "made-by-key", password: "a long enough password" };
    for (const role of ["shop_manager", "administrator"]) {
      const json = { ...person, email: "made-by-key@example.com", role };
      expect((await callRest("POST", "/api/admin/users", { headers, json })).status).toBe(403);
    }
    const status = (id: number) => `/api/admin/users/${id}/status`;
    const json = { isActive: false };
    expect((await callRest("PUT", status(manager.id), { headers, json })).status).toBe(403);
    expect((await callRest("PUT", status(customer.id), { headers, json })).status).toBe(200);
    expect((await callRest("DELETE", `/api/admin/users/${manager.id}`, { headers })).status).toBe(403);
    expect((await callRest("DELETE", `/api/admin/users/${customer.id}`, { headers })).status).toBe(200);
  });
});

describe("with rate limits on", () => {
  it("must wait when it calls too often", async () => {
    process.env.RATE_LIMIT_FACTOR = "0.002";
    try {
      const { headers } = await makeApiKey({ permissions: readsOrders });
      const statuses: number[] = [];
      for (let call = 0; call < 4; call += 1) {
        const response = await callRest("GET", "/api/admin/orders", { headers });
        statuses.push(response.status);
        if (response.status === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([200, 200, 429, 429]);
    } finally {
      process.env.RATE_LIMIT_FACTOR = "0";
    }
  });
});

it("with a name that is too long says so beside the field", async () => {
  await expect(createByForm({ name: "a".repeat(101) })).toBeRefused("validation_failed", {
    fields: { name: ["Name must be at most 100 characters"] },
  });
});

describe("what a key came from", () => {
  type Ending = (maker: { context: Context; id: number }) => Promise<unknown>;
  const asAda = async () => ({ ...administrator, em: administrator.em.fork() });
  it.each<[string, Ending]>([
    [
      "a changed password",
      ({ context }) => changePassword(context, { currentPassword: password, newPassword: "a new password" }),
    ],
    [
      "a password that was reset",
      async ({ context, id }) => {
        const { email } = await storedUser(context, id);
        await sendUserPasswordReset(await asAda(), id);
        const { token } = await mailedLink(context, "reset-password", email);
        await resetPassword(await testContext(), { token, newPassword: "a new password" });
      },
    ],
    [
      "another role",
      async ({ id }) => {
        const changes = { role: "shop_manager", currentPassword: password } as const;
        await editUser(await asAda(), { id, changes });
      },
    ],
    [
      "a suspension, also a short one",
      async ({ id }) => {
        await setUserStatus(await asAda(), { id, isActive: false });
        await setUserStatus(await asAda(), { id, isActive: true });
      },
    ],
  ])("ends it: %s", async (_what, end) => {
    const user = await makeUser(await testContext(), { role: "administrator", password });
    const { context } = await signInDevice(await testContext({ clock: { now: () => new Date() } }), user);
    const { headers, id } = await makeApiKey({ permissions: readsOrders, makerId: user.id });
    expect((await callRest("GET", "/api/admin/orders", { headers })).status).toBe(200);
    await end({ context, id: user.id });
    expect((await callRest("GET", "/api/admin/orders", { headers })).status).toBe(401);
    const entries = await auditEntriesOf(administrator, "api-keys", id);
    expect(entries.map(({ action }) => action)).toEqual(["revoked"]);
  });

  it("ends it: two-factor sign-in that is turned on or reset", async () => {
    const { context, user, key } = await withTwoFactor();
    expect((await callRest("GET", "/api/admin/orders", { headers: key.headers })).status).toBe(401);
    const later = await makeApiKey({ permissions: readsOrders, makerId: user.id });
    expect((await callRest("GET", "/api/admin/orders", { headers: later.headers })).status).toBe(200);
    await resetTwoFactor(administrator, user.id);
    expect((await callRest("GET", "/api/admin/orders", { headers: later.headers })).status).toBe(401);
    expect(context.actor).toMatchObject({ id: user.id });
  });

  it("comes too late on a device that was signed out meanwhile", async () => {
    const user = await makeUser(await testContext(), { role: "administrator", password });
    const { context, sessionId } = await signInDevice(await testContext(), user);
    await context.em.fork().nativeDelete(Session, { id: sessionId });
    await expect(createApiKey(context, { name: "Late", ...exportOrders })).toBeRefused("unauthenticated");
  });

  it("reports to the person who changes a password that keys ended with it", async () => {
    const user = await makeUser(await testContext(), { role: "administrator", password });
    const { context } = await signInDevice(await testContext(), user);
    await makeApiKey({ permissions: readsOrders, makerId: user.id });
    await changePassword(context, { currentPassword: password, newPassword: "a new password" });
    const mail = (await mailsTo(context, user.email)).at(-1);
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
      "all other devices were signed out, and the API keys that you made were revoked.",
    );
  });

  it("holds a key back whose maker has yet to do what a public shop asks of staff", async () => {
    const user = await makeUser(await testContext(), { role: "administrator", password });
    const { headers } = await makeApiKey({ permissions: readsOrders, makerId: user.id });
    process.env.PUBLIC_URL = "https://shop.example";
    try {
      expect(await callRest("GET", "/api/admin/orders", { headers })).toMatchObject({
        status: 401,
        body: { message: "This API key opens nothing until its maker has what the shop asks of its staff." },
      });
    } finally {
      delete process.env.PUBLIC_URL;
    }
  });
});

describe("revoking a key", () => {
  it("ends it at once and is audited, once", async () => {
    const { id, token } = await createApiKey(administrator, { name: "Leaked", ...exportOrders });
    expect((await callRest("GET", "/api/admin/orders", { headers: bearer(token) })).status).toBe(200);
    await postForm(administrator, "apiKeys.revoke", { id: String(id) });
    await revokeApiKey(administrator, { id });
    expect((await callRest("GET", "/api/admin/orders", { headers: bearer(token) })).status).toBe(401);
    const entries = await auditEntriesOf(administrator, "api-keys", id);
    expect(entries.map(({ action }) => action)).toEqual(["made", "revoked"]);
  });
});
