import { expect, it } from "vitest";
import { newsletterEnd, subscribe } from "#server/newsletter/subscribe.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { action } from "./newsletter-unsubscribe.tsx";

/** Subscribes an address and posts these fields to its unsubscribe address. */
async function post(email: string, fields: Record<string, string>) {
  const context = await testContext();
  await subscribe(context, { email, source: "home" });
  const { id } = await subscriberOf(email);
  const link = await newsletterEnd.linkTo(context.em, context.publicUrl, id);
  const request = new Request(link, { method: "POST", body: new URLSearchParams(fields) });
  const response = await action({ request, params: {}, context: {} });
  return { response, state: (await subscriberOf(email)).state };
}

async function subscriberOf(email: string): Promise<{ id: number; state: string }> {
  const { em } = await testContext();
  const [row] = await em.execute<{ id: number; state: string }[]>(
    "select id, state from newsletter_subscriber where email = ?",
    [email],
  );
  if (!row) throw new Error(`no subscriber ${email}`);
  return row;
}

it("a mail program's one click unsubscribes and is not sent on (RFC 8058)", async () => {
  const { response, state } = await post("one-click@example.com", { "List-Unsubscribe": "One-Click" });
  expect(response).toEqual({ done: true });
  expect(state).toBe("unsubscribed");
});

it("the page's button unsubscribes and leads to the result", async () => {
  const { response, state } = await post("button@example.com", {});
  if (!(response instanceof Response)) throw new Error("no redirect");
  expect(response.headers.get("location")).toBe("/newsletter/unsubscribe?done");
  expect(state).toBe("unsubscribed");
});
