import { beforeAll, describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { completeMany } from "./change-status.server.ts";
import { exportOrders } from "./export-orders.server.ts";
import { orderList } from "./order-search.ts";

let context: Context;
let manager: Context;

beforeAll(async () => {
  context = await testContext();
  manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
});

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;

function formOf(ids: readonly number[]): FormData {
  const form = new FormData();
  form.set("intent", "orders.completeMany");
  for (const id of ids) form.append("order", String(id));
  return form;
}

describe("completing the ticked orders", () => {
  it("completes each, whether one was ticked or several, and names them", async () => {
    const [first, second, third] = [
      await makeOrder(context),
      await makeOrder(context),
      await makeOrder(context),
    ];
    expect(await completeMany.handleForm(manager, formOf([first.id]))).toMatchObject({
      notice: { title: "1 order completed", description: `${first.invoiceNumber}.` },
    });
    expect(await completeMany.handleForm(manager, formOf([second.id, third.id]))).toMatchObject({
      notice: { title: "2 orders completed" },
    });
    expect(await Promise.all([first, second, third].map(({ id }) => statusOf(id)))).toEqual(
      Array(3).fill("completed"),
    );
  });

  it("keeps none back for one that is refused, and tells what each did", async () => {
    const good = await makeOrder(context);
    const cancelled = await makeOrder(context, { status: "cancelled" });
    // Who may take changes back.
    const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
    expect(await completeMany.handleForm(administrator, formOf([good.id, cancelled.id]))).toMatchObject({
      status: 409,
      refusal: `One was not completed. Done: ${good.invoiceNumber}.`,
      result: { error: { order: [expect.stringContaining(`${cancelled.invoiceNumber}: `)] } },
      takeBack: { to: "/admin", intent: "audit.revertMany", ids: [expect.any(Number)] },
    });
    expect(await statusOf(good.id)).toBe("completed");
    expect(await statusOf(cancelled.id)).toBe("cancelled");
  });

  it("asks for a tick where there is none", async () => {
    expect(await completeMany.handleForm(manager, formOf([]))).toMatchObject({
      status: 400,
      result: { error: { order: ["Tick some orders first"] } },
    });
  });
});

it("writes a file of the ticked orders alone", async () => {
  const [first, second] = [await makeOrder(context), await makeOrder(context)];
  let file = "";
  const pieces = await exportOrders(manager, {
    ...orderList.read(new URLSearchParams()),
    chosen: [first.id],
  });
  for await (const piece of pieces) file += piece;
  expect(file).toContain(first.invoiceNumber);
  expect(file).not.toContain(second.invoiceNumber);
});
