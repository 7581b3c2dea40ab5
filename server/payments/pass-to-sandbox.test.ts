import { afterEach, expect, it } from "vitest";
import { freePort } from "#db/embedded/connection-settings.ts";
import { listen } from "#server/testing/listen.ts";
import { connectSandbox, passToSandbox } from "./sandbox-connection.server.ts";

const SHOP = "http://127.0.0.1:3000";
const keys = {
  secretKey: "sk_test_x",
  webhookSecret: "whsec_x",
  payPal: { clientId: "x", clientSecret: "x", webhookId: "x" },
};

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

let seen: Seen[] = [];
/** Stands in for the stand-ins. */
async function answerPages(): Promise<void> {
  seen = [];
  const address = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url?.includes("lost")) return request.socket.destroy();
      response.writeHead(303, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'",
        Location: "https://shop.example/checkout-success?x=1",
        "X-Of-Its-Own": "1",
      });
      response.end("<p>Approved</p>");
    });
  });
  connectSandbox({ ...keys, port: Number(new URL(address).port) });
}
afterEach(() => connectSandbox(undefined));

it("hands on what a browser sends, and what it is answered", async () => {
  await answerPages();
  const answer = await passToSandbox(
    new Request(`${SHOP}/sandbox/paypal/approve?token=5O1`, {
      method: "POST",
      headers: { Origin: SHOP, "Sec-Fetch-Site": "same-origin", Cookie: "session=secret" },
      body: new URLSearchParams({ answer: "paid" }),
    }),
  );
  const [request] = seen;
  expect(request).toMatchObject({
    method: "POST",
    url: "/sandbox/paypal/approve?token=5O1",
    body: "answer=paid",
  });
  expect(request?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
  expect(request?.headers.cookie, "who is signed in is no business of theirs").toBeUndefined();
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("https://shop.example/checkout-success?x=1");
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
  expect(answer.headers.has("x-of-its-own")).toBe(false);
  expect(await answer.text()).toBe("<p>Approved</p>");
});

it.each([
  ["have not been started", () => connectSandbox(undefined)],
  ["are being started again", async () => connectSandbox({ ...keys, port: await freePort() })],
])("says to come again while the stand-ins %s", async (_, away) => {
  await away();
  const answer = await passToSandbox(new Request(`${SHOP}/sandbox/stripe/checkout/cs_x`));
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(await answer.text()).toContain("Nothing was charged");
});

it("does not say that nothing was charged when an answer was lost", async () => {
  await answerPages();
  const answer = await passToSandbox(new Request(`${SHOP}/sandbox/lost`, { method: "POST" }));
  expect(answer.status).toBe(504);
  expect(await answer.text()).toBe("");
});

it("is not there where real payments are on", async () => {
  await answerPages();
  process.env.STRIPE_SECRET_KEY = "sk_live_x";
  try {
    expect((await passToSandbox(new Request(`${SHOP}/sandbox/stripe/checkout/cs_x`))).status).toBe(404);
  } finally {
    delete process.env.STRIPE_SECRET_KEY;
  }
  expect(seen).toEqual([]);
});
