import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { Ceiling } from "#server/core/ceiling.ts";
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
  const KILOBYTE = 1000;
  const otherClient = {};
  const session = { cookie: "cart=1; session=abc" };

  it.each([
    // An invalid session gets no larger limit at these.
    ["/cart", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/checkout.data", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/login", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/admin/login", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/account/settings", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/nothing/here", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/contact", 100 * KILOBYTE, 100 * KILOBYTE],
    ["/api/orders", 100 * KILOBYTE, 100 * KILOBYTE],
    ["/paypal/order", 100 * KILOBYTE, 100 * KILOBYTE],
    ["/webhooks/stripe", MEGABYTE, MEGABYTE],
    // Nothing is written at the addresses of staff's screens.
    ["/admin/settings", 64 * KILOBYTE, 64 * KILOBYTE],
    ["/api/trpc/products.list", 100 * KILOBYTE, MEGABYTE],
    ["/api/trpc/products.update", 100 * KILOBYTE, 8 * MEGABYTE],
    ["/api/trpc/batches.addAnalysis", 100 * KILOBYTE, 8 * MEGABYTE],
    ["/api/admin/products", 100 * KILOBYTE, 8 * MEGABYTE],
    ["/api/admin/products/7", 100 * KILOBYTE, 8 * MEGABYTE],
    ["/api/admin/products-export", 100 * KILOBYTE, 100 * KILOBYTE],
    ["/api/admin/batches/OXB-1/analyses", 100 * KILOBYTE, 8 * MEGABYTE],
  ])("at %s is %i bytes for strangers, and %i for whoever shows a session or a key", (path, small, large) => {
    for (const unknown of [otherClient, { cookie: "cart=1" }, { cookie: "x-session=1" }]) {
      expect(bodyLimit(path, unknown)).toBe(small);
    }
    for (const shown of [session, { cookie: "__Host-session=abc" }, { authorization: "Bearer oxb_x" }]) {
      expect(bodyLimit(path, shown)).toBe(large);
    }
  });

  it("lets a body of exactly the limit through", async () => {
    const url = await listen(withBodyLimit(count, () => 1000));
    const response = await post(url, new Uint8Array(1000));
    expect(await response.text()).toBe("1000");
  });

  it.each(["gzip", "deflate", "br", "identity, gzip"])(
    "says to a body in %s to send it as it is",
    async (encoding) => {
      const url = await listen(withBodyLimit(count));
      const body = new Uint8Array(10);
      const response = await fetch(url, { method: "POST", body, headers: { "Content-Encoding": encoding } });
      expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
      const plain = await fetch(url, { method: "POST", body, headers: { "Content-Encoding": "identity" } });
      expect(await plain.text()).toBe("10");
    },
  );

  it("answers 413 as JSON to a script", async () => {
    const url = await listen(withBodyLimit(count));
    const response = await post(`${url}/api/orders`, new Uint8Array(100_001));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      message: "That is too large: the limit is 100 kB.",
      code: "payload_too_large",
    });
  });

  it("answers 413 as text to a form", async () => {
    const url = await listen(withBodyLimit(count));
    const accept = "text/html";
    const form = await post(`${url}/login`, new Uint8Array(64_001), { accept });
    expect(form.status).toBe(413);
    expect(await form.text()).toBe("That is too large: the limit is 64 kB.");
    const event = await post(`${url}/webhooks/x`, new Uint8Array(MEGABYTE + 1), { accept });
    expect(await event.json()).toMatchObject({ message: "That is too large: the limit is 1 MB." });
  });

  it("passes on a body of unknown length once it is complete", async () => {
    const url = await listen(withBodyLimit(count, () => 1000));
    const response = await post(url, inChunks(10, 100));
    expect(await response.text()).toBe("1000");
  });

  it("refuses a body of unknown length as soon as it is over the limit", async () => {
    let reached = false;
    const url = await listen(
      withBodyLimit(
        () => {
          reached = true;
        },
        () => 1000,
      ),
    );
    const response = await post(url, inChunks(50, 100));
    expect(response.status).toBe(413);
    expect(reached).toBe(false);
  });

  it("leaves requests without a body alone", async () => {
    const url = await listen(withBodyLimit(count, () => 0));
    const response = await fetch(url);
    expect(await response.text()).toBe("0");
  });

  describe("of all that is held at the same time", () => {
    const kilobytes = (number: number) => number * 1024;
    /** Room for 100 kB beyond the beginnings that are not counted, of which an address may have so much. */
    const room = (ofAddress: number) => ({
      all: new Ceiling("tried bytes", kilobytes(100)),
      ofAddress: new Ceiling("tried bytes of an address", kilobytes(ofAddress)),
    });

    /** A body of 128 kB that stays unfinished until it is ended, from an address. */
    async function holdOne(url: string): Promise<{ end(): Promise<Response> }> {
      const body = new TransformStream<Uint8Array, Uint8Array>();
      const writer = body.writable.getWriter();
      const response = post(`${url}/api/contact`, body.readable);
      await writer.write(new Uint8Array(kilobytes(128)));
      return {
        end: async () => {
          await writer.close();
          return response;
        },
      };
    }

    /** What has arrived shows at the ceiling. */
    async function until(condition: () => boolean): Promise<void> {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
    }

    it.each([
      [503, "unavailable", 200, "Too much is being sent to the shop at the same time."],
      [429, "rate_limited", 99, "Too much is being sent from your network at the same time."],
    ])(
      "answers %i when there is no room left, and goes on with small forms",
      async (status, code, ofAddress, sentence) => {
        const ofOneAddress = room(ofAddress);
        const url = await listen(withBodyLimit(count, () => MEGABYTE, ofOneAddress));
        const slow = await holdOne(url);
        await until(() => ofOneAddress.all.taken() === kilobytes(64));
        const rejected = await post(`${url}/api/contact`, new Uint8Array(kilobytes(128)));
        expect(rejected.status).toBe(status);
        expect(rejected.headers.get("retry-after")).toBe("10");
        expect(await rejected.json()).toEqual({ code, message: `${sentence} Please try again in a moment.` });
        const form = await post(`${url}/cart`, new Uint8Array(kilobytes(60)));
        expect(await form.text()).toBe(String(kilobytes(60)));
        expect(await (await slow.end()).text()).toBe(String(kilobytes(128)));
        await until(() => ofOneAddress.all.taken() === 0);
        expect((await post(`${url}/api/contact`, new Uint8Array(kilobytes(128)))).status).toBe(200);
      },
    );
  });
});

describe("a body over the limit with Connection: close", () => {
  /** As Python's http.client does: sends everything, and reads only then. */
  function sendAllThenRead(url: string, bytes: number, declared = bytes): Promise<string> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once("error", reject);
      socket.write(
        `POST /api/orders HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: ${declared}\r\n\r\n`,
      );
      const piece = new Uint8Array(64 * 1024);
      let left = bytes;
      const send = () => {
        if (left <= 0) {
          let response = "";
          socket.on("data", (data) => (response += data));
          socket.once("end", () => resolve(response));
          return;
        }
        left -= piece.length;
        if (socket.write(piece)) setImmediate(send);
        else socket.once("drain", send);
      };
      send();
    });
  }

  it("is read to its end, so that the client sees the refusal and no broken pipe", async () => {
    const url = await listen(withBodyLimit(count, () => 100_000));
    for (let time = 0; time < 10; time++) {
      const response = await sendAllThenRead(url, 4 * MEGABYTE);
      expect(response).toMatch(/^HTTP\/1\.1 413 /);
      expect(response).toContain("That is too large: the limit is 100 kB.");
    }
  });

  it("is cut off when it never ends", async () => {
    const url = await listen(withBodyLimit(count, () => 100_000));
    await expect(sendAllThenRead(url, 256 * MEGABYTE)).rejects.toThrow(/EPIPE|ECONNRESET/);
  });
});
