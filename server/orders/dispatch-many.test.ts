import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { dispatchMany } from "./dispatch.server.ts";
import { orderField } from "./order-commands.ts";
import { findOrdersToPack } from "./packing.server.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;
const waiting = async () => (await findOrdersToPack(packer)).orders.map(({ id }) => id);

describe("sending many orders at once", () => {
  it("sends each with its own number and mail, leaves those without one, and remembers the carrier", async () => {
    const customer = await makeUser(context);
    const [first, second, third] = [
      await makeOrder(context, { customer }),
      await makeOrder(context, { customer }),
      await makeOrder(context, { customer }),
    ];
    const { sent } = await dispatchMany(packer, {
      carrier: "Parcelforce",
      numbers: { [orderField(first.id)]: "PF1", [orderField(second.id)]: "PF2", [orderField(third.id)]: "" },
    });
    expect(sent.sort()).toEqual([first.invoiceNumber, second.invoiceNumber].sort());
    expect(await waiting()).toContain(third.id);
    expect(await waiting()).not.toContain(first.id);
    expect(
      (await mailsTo(context, customer.email)).map(({ text }) => /PF\d/.exec(text ?? "")?.[0]).sort(),
    ).toEqual(["PF1", "PF2"]);
    expect((await findOrdersToPack(packer)).lastCarrier).toBe("Parcelforce");
  });

  it("keeps nobody back for one that cannot go, and says why at its number", async () => {
    const good = await makeOrder(context);
    const gone = await makeOrder(context, { status: "cancelled" });
    const sending = dispatchMany(packer, {
      carrier: "DPD",
      numbers: { [orderField(good.id)]: "D1", [orderField(gone.id)]: "D2" },
    });
    await expect(sending).toBeRefused("conflict", {
      fields: { [`numbers.${orderField(gone.id)}`]: [expect.stringContaining("cancelled")] },
    });
    expect(await statusOf(good.id)).toBe("completed");
  });

  it("asks for a number when there is none", async () => {
    await expect(dispatchMany(packer, { carrier: "DPD", numbers: {} })).toBeRefused("validation_failed");
  });
});
