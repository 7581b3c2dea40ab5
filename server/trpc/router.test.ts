import { randomUUID } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { allows, type Permission } from "#server/access/permissions.ts";
import { type Role, roles } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeFailedOrder, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { permitted } from "./procedures.server.ts";
import { appRouter, callerFor } from "./router.server.ts";
import { createCallerFactory, router } from "./trpc.server.ts";

/** One valid call of every procedure; a procedure missing here fails the test below. */
const calls: Record<string, (context: Context) => Promise<unknown>> = {
  "orders.recent": (context) => callerFor(context).orders.recent(),
  "orders.byId": (context) => callerFor(context).orders.byId({ id: orderId }),
  "orders.details": (context) => callerFor(context).orders.details({ id: orderId }),
  "orders.changeStatus": async (context) => {
    const { id } = await makeOrder(await testContext(), { status: "pending" });
    return callerFor(context).orders.changeStatus({ orderId: id, from: "pending", to: "processing" });
  },
  "orders.cancel": async (context) => {
    const { id } = await makeOrder(await testContext());
    return callerFor(context).orders.cancel({ orderId: id, from: "processing", restock: true });
  },
  "orders.dispatch": async (context) => {
    const { id } = await makeOrder(await testContext());
    const sent = { carrier: "Royal Mail", trackingNumber: "RM1" };
    return callerFor(context).orders.dispatch({ orderId: id, from: "processing", ...sent });
  },
  "orders.refund": async (context) => {
    const { id, invoiceNumber } = await makeOrder(await testContext());
    const wanted = { orderId: id, key: randomUUID(), seenRefunded: 0, amount: "1.00", reason: invoiceNumber };
    // Nobody captured anything for it: past the gate, the rules refuse.
    return callerFor(context)
      .orders.refund(wanted)
      .catch((error: unknown) => {
        if (error instanceof TRPCError && error.code === "CONFLICT") return error.message;
        throw error;
      });
  },
  "orders.resendConfirmation": async (context) => {
    const { id } = await makeOrder(await testContext());
    return callerFor(context).orders.resendConfirmation({ orderId: id });
  },
  "orders.failed": (context) => callerFor(context).orders.failed(),
  "orders.dismissFailed": async (context) => {
    const failed = await makeFailedOrder(await testContext());
    return callerFor(context).orders.dismissFailed({ failedOrderId: failed.id });
  },
  "orders.totals": (context) => callerFor(context).orders.totals(),
};

let orderId: number;
const contexts = new Map<Role | "visitor", Context>();

beforeAll(async () => {
  const context = await testContext();
  contexts.set("visitor", context);
  for (const role of roles) contexts.set(role, asUser(context, await makeUser(context, { role })));
  const customer = contexts.get("customer")?.actor;
  if (customer?.kind !== "user") throw new Error("no customer");
  orderId = (await makeOrder(context, { customer })).id;
});

/** At run time the router's procedures are one flat record, whatever its type says. */
const procedureRecord = z.record(
  z.string(),
  z.custom<{ _def: { meta?: { permission?: Permission } } }>((value) => typeof value === "function"),
);
const procedures = Object.entries(procedureRecord.parse(appRouter._def.procedures));

describe("every tRPC procedure", () => {
  it("names its permission and is called below", () => {
    for (const [path, procedure] of procedures) {
      expect(procedure._def.meta?.permission, path).toMatch(/^[a-z]+\.[a-z]+:(own|any)$/);
    }
    expect(procedures.map(([path]) => path).sort()).toEqual(Object.keys(calls).sort());
  });

  for (const [path, procedure] of procedures) {
    for (const role of ["visitor", ...roles] as const) {
      const permission = procedure._def.meta?.permission ?? "settings.delete:any";
      const allowed = allows(role, permission);
      it(`${path} is ${allowed ? "open" : "closed"} to a ${role}`, async () => {
        const call = calls[path]?.(contexts.get(role) ?? (await testContext()));
        if (allowed) await expect(call).resolves.toBeDefined();
        else
          await expect(call).rejects.toMatchObject({
            code: role === "visitor" ? "UNAUTHORIZED" : "FORBIDDEN",
          });
      });
    }
  }

  it("hides another customer's order as if it were not there", async () => {
    const stranger = asUser(await testContext(), await makeUser(await testContext()));
    await expect(callerFor(stranger).orders.byId({ id: orderId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a procedure's failure", () => {
  const failing = router({
    ours: permitted("products.view:any").query(() => {
      throw new Error("password=secret at /srv/shop");
    }),
  });

  it("names the fields at fault when the input is wrong", async () => {
    const administrator = contexts.get("administrator");
    if (!administrator) throw new Error("no administrator");
    const wrong = { id: -1 };
    const error = await callerFor(administrator)
      .orders.byId(wrong)
      .catch((reason: unknown) => reason);
    if (!(error instanceof TRPCError)) throw new Error("not refused");
    const shape = appRouter._def._config.errorFormatter({
      error,
      type: "query",
      path: "orders.byId",
      input: wrong,
      ctx: administrator,
      shape: { message: error.message, code: -32600, data: { code: error.code, httpStatus: 400 } },
    });
    expect(shape.data).toMatchObject({ reason: "validation_failed", fields: { id: [expect.any(String)] } });
  });

  it("shows nothing of an error that is ours but the request's id", async () => {
    const context = await testContext();
    const error = await createCallerFactory(failing)(context)
      .ours()
      .catch((reason: unknown) => reason);
    if (!(error instanceof TRPCError)) throw new Error("not refused");
    const shape = failing._def._config.errorFormatter({
      error,
      type: "query",
      path: "ours",
      input: undefined,
      ctx: context,
      shape: { message: error.message, code: -32603, data: { code: error.code, httpStatus: 500 } },
    });
    expect(JSON.stringify(shape)).not.toContain("secret");
    expect(shape).toMatchObject({ data: { reason: "internal", requestId: context.requestId } });
  });
});
