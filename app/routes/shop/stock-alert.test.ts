import { expect, it } from "vitest";
import { alertEnd, askForStockAlert } from "#server/catalogue/stock-alerts.server.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { action } from "./stock-alert.tsx";

/** Asks to be told of a product and posts these fields to the address that ends it. */
async function post(email: string, fields: Record<string, string>) {
  const context = await testContext();
  const { slug } = await makeProduct(context, { stockQuantity: 0 });
  await askForStockAlert(context, { slug, email });
  const link = await alertEnd.linkTo(context.em, context.publicUrl, (await alertOf(email)).id);
  const request = new Request(link, { method: "POST", body: new URLSearchParams(fields) });
  const response = await action({ request, params: { step: "unsubscribe" }, context: {} });
  return { response, state: (await alertOf(email)).state };
}

async function alertOf(email: string): Promise<{ id: number; state: string }> {
  const { em } = await testContext();
  const [row] = await em.execute<{ id: number; state: string }[]>(
    "select id, state from stock_alert where email = ?",
    [email],
  );
  if (!row) throw new Error(`no request of ${email}`);
  return row;
}

it("a mail program's one click unsubscribes and is not sent on (RFC 8058)", async () => {
  const { response, state } = await post("one-click@example.com", { "List-Unsubscribe": "One-Click" });
  expect(response).toEqual({ isDone: true, reply: null });
  expect(state).toBe("ended");
});

it("the page's button unsubscribes and leads to the result", async () => {
  const { response, state } = await post("button@example.com", {});
  if (!(response instanceof Response)) throw new Error("no redirect");
  expect(response.headers.get("location")).toBe("/stock-alerts/unsubscribe?done");
  expect(state).toBe("ended");
});
