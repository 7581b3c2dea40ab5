import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { handleTrpc } from "./router.server.ts";

const refusalSchema = z.object({ message: z.string(), data: z.record(z.string(), z.unknown()) });

describe("/api/trpc", () => {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await handleTrpc(new Request(`http://127.0.0.1:3000/api/trpc/${path}`, init), {});
    return { status: response.status, body: await response.json() };
  };
  const refusal = (body: { error: { json: never } }) =>
    refusalSchema.parse(superjson.deserialize(body.error));

  it("answers a visitor 401 with the shop's code and no internals", async () => {
    const { status, body } = await ask("orders.recent");
    expect(status).toBe(401);
    const { message, data } = refusal(body);
    expect(message).toBe("Please sign in to continue.");
    expect(data).toMatchObject({ reason: "unauthenticated", code: "UNAUTHORIZED", path: "orders.recent" });
    expect(JSON.stringify(body)).not.toContain("node_modules");
  });

  it("refuses a write that another site made the browser send, before it reads anything else", async () => {
    const write = {
      method: "POST",
      body: superjson.stringify({ orderId: 1, from: "pending", to: "processing" }),
    };
    const json = { "content-type": "application/json" };
    const elsewhere: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ];
    for (const headers of elsewhere) {
      const { status, body } = await ask("orders.changeStatus", {
        ...write,
        headers: { ...json, ...headers },
      });
      expect(status).toBe(403);
      expect(refusal(body)).toMatchObject({
        message: "This request came from another site and was refused.",
        data: { reason: "forbidden" },
      });
    }
    const own = { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:3000" };
    expect((await ask("orders.changeStatus", { ...write, headers: { ...json, ...own } })).status).toBe(401);
  });

  it("reads a form only of anyone who may, and never one of another site", async () => {
    const form = new FormData();
    form.set("text", "Rang");
    form.set("file", new File(["%PDF"], "report.pdf"));
    const post = (headers: Record<string, string>) =>
      ask("batches.addAnalysis", { method: "POST", body: form, headers });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(401);

    const cookie = (await cookieFor("shop_manager")) ?? "";
    const { status, body } = await post({ cookie, "sec-fetch-site": "same-origin" });
    expect(status).toBe(422);
    expect(refusal(body)).toMatchObject({
      message: "Some of what was sent is missing or wrong.",
      data: { reason: "validation_failed", fields: { laboratory: ["Laboratory is required"] } },
    });

    const nested = new FormData();
    nested.set("a.b.c.d.e.f.g.h.i.j", "1");
    const refused = await ask("batches.create", { method: "POST", body: nested, headers: { cookie } });
    expect(refused).toMatchObject({ status: 400 });
  });

  it("answers an unknown procedure 404", async () => {
    const { status, body } = await ask("orders.nothing");
    expect(status).toBe(404);
    expect(refusal(body).data).toMatchObject({ reason: "not_found" });
  });

  it("answers a query that was sent as a write 405", async () => {
    const { status, body } = await ask("orders.recent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(status).toBe(405);
    expect(refusal(body).data).toMatchObject({ reason: "method_not_allowed" });
  });

  it.each(["GET", "POST"])("refuses a batch of thousands with one short answer (%s)", async (method) => {
    const url = (count: number) =>
      `http://127.0.0.1:3000/api/trpc/${Array(count).fill("orders.totals").join(",")}?batch=1`;
    const headers = { "content-type": "application/json" };
    const init = method === "POST" ? { method, headers, body: "{}" } : { method };
    const refused = await handleTrpc(new Request(url(1000), init), {});
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({
      message: "That is too much at once: a request may ask for 20 procedures.",
      code: "payload_too_large",
    });
    const encoded = new Request(url(1000).replaceAll(",", "%2C"), init);
    expect((await handleTrpc(encoded, {})).status).toBe(413);
    const reply = await handleTrpc(new Request(url(20), init), {});
    expect(z.array(z.unknown()).parse(await reply.json())).toHaveLength(20);
  });
});
