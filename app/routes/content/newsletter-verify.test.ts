import { expect, it } from "vitest";
import { newsletterConfirmation, subscribe } from "#server/newsletter/subscribe.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { action, loader } from "./newsletter-verify.tsx";

async function linkTo(email: string): Promise<string> {
  const context = await testContext();
  await subscribe(context, { email, source: "home" });
  const [row] = await context.em.execute<{ id: number }[]>(
    "select id from newsletter_subscriber where email = ?",
    [email],
  );
  return newsletterConfirmation.linkTo(context.em, context.publicUrl, row?.id ?? 0, new Date());
}

async function stateOf(email: string): Promise<string | undefined> {
  const { em } = await testContext();
  const rows = await em.execute<{ state: string }[]>(
    "select state from newsletter_subscriber where email = ?",
    [email],
  );
  return rows[0]?.state;
}

it("a scanner that opens the mailed link confirms nothing; the page asks", async () => {
  const link = await linkTo("scanned@example.com");
  const response = await loader({ request: new Request(link), params: {}, context: {} });
  expect(response).toMatchObject({ ask: true, token: new URL(link).searchParams.get("token") });
  expect(await stateOf("scanned@example.com")).toBe("pending");
});

it("pressing the button confirms, and leads to a result that we signed", async () => {
  const link = await linkTo("pressed@example.com");
  const response = await action({ request: new Request(link, { method: "POST" }), params: {}, context: {} });
  expect(response.status).toBe(303);
  const result = new URL(response.headers.get("location") ?? "", link);
  expect(result.searchParams.get("status")).toBe("success");
  expect(await stateOf("pressed@example.com")).toBe("confirmed");
  const shown = await loader({ request: new Request(result), params: {}, context: {} });
  expect(shown).toMatchObject({ ask: false, ours: true });
});

it("a link that is not ours leads to the result without a button", async () => {
  const request = new Request("http://127.0.0.1:3000/newsletter/verify?token=1.a.b");
  const thrown: unknown = await loader({ request, params: {}, context: {} }).catch((error) => error);
  if (!(thrown instanceof Response)) throw new Error("no redirect");
  expect(thrown.headers.get("location")).toContain("message=Invalid+verification+link.");
});
