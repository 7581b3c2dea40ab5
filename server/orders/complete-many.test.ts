import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { messageAfter, postForm } from "#server/testing/post-form.ts";
import { completeMany } from "./change-status.server.ts";
import { exportOrders } from "./export-orders.server.ts";
import { orderList } from "./order-search.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;

function formOf(ids: readonly number[]): FormData {
  const form = new FormData();
  for (const id of ids) form.append("order", String(id));
  return form;
}

const complete = (by: Context, ids: readonly number[]) => postForm(by, "orders.completeMany", formOf(ids));

describe("completing the ticked orders", () => {
  it("completes each, whether one was ticked or several, and names them", async () => {
    const [first, second, third] = [
      await makeOrder(context),
      await makeOrder(context),
      await makeOrder(context),
    ];
    expect(await messageAfter(completeMany, manager, formOf([first.id]))).toMatchObject({
      title: "1 order completed",
      description: `${first.invoiceNumber}.`,
    });
    expect(await messageAfter(completeMany, manager, formOf([second.id, third.id]))).toMatchObject({
      title: "2 orders completed",
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
    await expect(complete(administrator, [good.id, cancelled.id])).toBeRefused("conflict", {
      message: `One was not completed. Done: ${good.invoiceNumber}.`,
      fields: { order: [expect.stringContaining(`${cancelled.invoiceNumber}: `)] },
      takeBack: { to: "/admin", command: "audit.revertMany", ids: [expect.any(Number)] },
    });
    expect(await statusOf(good.id)).toBe("completed");
    expect(await statusOf(cancelled.id)).toBe("cancelled");
  });

  it("asks for a tick where there is none", async () => {
    await expect(complete(manager, [])).toBeRefused("validation_failed", {
      fields: { order: ["Tick some orders first"] },
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
