import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { bodyLimit, withBodyLimit } from "./body-limit.ts";

const MEGABYTE = 1024 * 1024;

/** Answers with the number of bytes that arrived. */
const count: RequestListener = async (request, response) => {
  let size = 0;
  for await (const chunk of request) size += chunk.length;
  response.end(String(size));
};

function inChunks(chunks: number, size: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ === chunks) controller.close();
      else controller.enqueue(new Uint8Array(size));
    },
  });
}

function post(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(url, { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

describe("body limit", () => {
  it("is 1 MB, and 8 MB where files are uploaded", () => {
    expect(bodyLimit("/api/orders")).toBe(MEGABYTE);
    expect(bodyLimit("/api/admin/products")).toBe(8 * MEGABYTE);
    expect(bodyLimit("/api/admin/products/7")).toBe(8 * MEGABYTE);
    expect(bodyLimit("/admin/settings")).toBe(8 * MEGABYTE);
    expect(bodyLimit("/api/trpc/products.update")).toBe(8 * MEGABYTE);
    expect(bodyLimit("/api/trpc/products.list")).toBe(MEGABYTE);
    expect(bodyLimit("/admin/settings.data")).toBe(8 * MEGABYTE);
    expect(bodyLimit("/api/admin/products-export")).toBe(MEGABYTE);
  });

  it("lets a body of exactly the limit through", async () => {
    const url = await listen(withBodyLimit(count, () => 1000));
    const answer = await post(url, new Uint8Array(1000));
    expect(await answer.text()).toBe("1000");
  });

  it("answers 413 as JSON to a script", async () => {
    const url = await listen(withBodyLimit(count));
    const answer = await post(`${url}/api/orders`, new Uint8Array(MEGABYTE + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      message: "That is too large: the limit is 1 MB.",
      code: "payload_too_large",
    });
  });

  it("answers 413 as text to a form", async () => {
    const url = await listen(withBodyLimit(count));
    const answer = await post(`${url}/contact`, new Uint8Array(MEGABYTE + 1), { accept: "text/html" });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toBe("That is too large: the limit is 1 MB.");
  });

  it("passes on a body of unknown length once it is complete", async () => {
    const url = await listen(withBodyLimit(count, () => 1000));
    const answer = await post(url, inChunks(10, 100));
    expect(await answer.text()).toBe("1000");
  });

  it("refuses a body of unknown length as soon as it is over the limit", async () => {
    let asked = false;
    const url = await listen(
      withBodyLimit(
        () => {
          asked = true;
        },
        () => 1000,
      ),
    );
    const answer = await post(url, inChunks(50, 100));
    expect(answer.status).toBe(413);
    expect(asked).toBe(false);
  });

  it("leaves requests without a body alone", async () => {
    const url = await listen(withBodyLimit(count, () => 0));
    const answer = await fetch(url);
    expect(await answer.text()).toBe("0");
  });
});
