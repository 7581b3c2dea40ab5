import { describe, expect, it } from "vitest";
import { z } from "zod";
import { User } from "#db/entities/index.ts";
import { staffUserSchema } from "#server/api/rest-shapes.ts";
import { makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { userEdit } from "#server/testing/rest-examples.ts";

const administrator = await cookieFor("administrator");
const manager = await cookieFor("shop_manager");

const list = z.array(staffUserSchema);

describe("GET /api/admin/users", () => {
  it("lists the filtered users page by page, newest first and each once", async () => {
    const context = await testContext();
    const made: number[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await makeUser(context, { name: "Walked" })).id);
    const walked: number[] = [];
    let path: string | undefined = "/api/admin/users?limit=2&search=walked&role=customer";
    while (path) {
      const response: Awaited<ReturnType<typeof callRest>> = await callRest("GET", path, { cookie: manager });
      walked.push(...list.parse(response.body).map(({ id }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(walked).toEqual(made.reverse());
  });
});

describe("PUT /api/admin/users/{id}", () => {
  it("takes every field of a user and answers with them, money in pounds", async () => {
    const context = await testContext();
    const user = await makeUser(context);
    await makeOrder(context, { customer: user });
    const edit = { ...userEdit(user.email), username: `put-${user.id}` };
    const { status, body } = await callRest("PUT", `/api/admin/users/${user.id}`, {
      cookie: administrator,
      json: edit,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...edit, orderCount: 1, totalLifetimeValue: 1250.5 });
  });

  it("refuses a change made from an older version", async () => {
    const context = await testContext();
    const user = await makeUser(context);
    const put = (json: object) =>
      callRest("PUT", `/api/admin/users/${user.id}`, { cookie: administrator, json });
    const { name, email, role, isVerified, hasResearchAccess, isActive } = user;
    const required = { name, email, role, isVerified, hasResearchAccess, isActive };
    expect((await put({ ...required, city: "Ludlow", version: 1 })).body).toMatchObject({ version: 2 });
    const late = await put({ ...required, city: "Hereford", version: 1 });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: "conflict" });
    expect((await put({ ...required, phone: "01584" })).body).toMatchObject({
      city: "Ludlow",
      phone: "01584",
    });
  });
});

describe("the rules over REST", () => {
  it("delete a user and keep the orders", async () => {
    const context = await testContext();
    const user = await makeUser(context);
    const order = await makeOrder(context, { customer: user });
    const path = `/api/admin/users/${user.id}`;
    const { status, body } = await callRest("DELETE", path, { cookie: administrator });
    expect(status).toBe(200);
    expect(body).toEqual({ message: "User deleted successfully" });
    expect((await callRest("DELETE", path, { cookie: administrator })).status).toBe(404);
    expect(await context.em.fork().findOneOrFail(User, user.id)).toMatchObject({ name: "Erased customer" });
    const orders = await callRest("GET", "/api/admin/orders?limit=200", { cookie: administrator });
    expect(orders.body).toContainEqual(expect.objectContaining({ id: order.id, customerId: user.id }));
  });
});
