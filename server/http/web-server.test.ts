import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { aroundApplication, withRequestLog } from "./web-server.ts";

const quiet = { LOG_REQUESTS: false, PUBLIC_URL: undefined, HOST: "127.0.0.1", TRUST_PROXY: false };

describe("every answer", () => {
  it("carries the headers that keep browsers from guessing and framing", async () => {
    const url = await listen(aroundApplication((_request, response) => response.end("yes"), quiet));
    const { headers } = await fetch(url);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("content-security-policy")).toBe("base-uri 'none'; frame-ancestors 'none'");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
    const checkout = await fetch(`${url}/checkout?step=2`);
    expect(checkout.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    const pageData = await fetch(`${url}/account/settings.data?tab=orders`);
    expect(pageData.headers.get("cache-control")).toBe("private, no-cache");
    const picture = await fetch(`${url}/media/abc.webp`);
    expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  it("tells browsers to come by TLS only, where the public address has it", async () => {
    process.env.PUBLIC_URL = "https://shop.example";
    try {
      const url = await listen(aroundApplication((_request, response) => response.end("yes"), quiet));
      const { headers } = await fetch(url);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    } finally {
      delete process.env.PUBLIC_URL;
    }
  });

  it("carries the id that the application saw, whatever the client sent", async () => {
    const url = await listen(
      aroundApplication((request, response) => response.end(request.headers["x-request-id"]), quiet),
    );
    const response = await fetch(url, { headers: { "x-request-id": "chosen" } });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).toBe(response.headers.get("x-request-id"));
  });

  it("carries them also when the body was too large", async () => {
    const url = await listen(aroundApplication((_request, response) => response.end(), quiet));
    const response = await fetch(url, { method: "POST", body: "x".repeat(64_001) });
    expect(response.status).toBe(413);
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("an address whose host is none", () => {
  /** The first line of the response to a request that is sent exactly as written here. */
  async function responseTo(requestLine: string, host: string): Promise<string> {
    const pages = {
      respond: () => Promise.reject(new Error("asked")),
      topicsAt: () => [],
      visitorFragmentFor: async () => null,
    };
    const around = aroundApplication((_request, response) => response.end("yes"), quiet, undefined, pages);
    const { port, hostname } = new URL(await listen(around));
    const socket = connect(Number(port), hostname);
    socket.write(`${requestLine} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split("\r\n", 1)[0] ?? "";
  }

  it.each(["x/admin/login?", "x#", "x?", "user@x", "a b", "x:port", "x\\y", ""])(
    "is refused before anything reads it: %j",
    async (host) => {
      for (const line of ["GET /", "POST /contact", "GET /products"]) {
        expect(await responseTo(line, host)).toBe("HTTP/1.1 400 Bad Request");
      }
    },
  );

  it("is refused also where the address brings a host of its own", async () => {
    expect(await responseTo("GET http://elsewhere.example/admin", "x")).toBe("HTTP/1.1 400 Bad Request");
  });

  it.each(["shop.example", "shop.example:8443", "127.0.0.1:3000", "[::1]:3000", "my_host"])(
    "is not %s",
    async (host) => {
      expect(await responseTo("GET /contact", host)).toBe("HTTP/1.1 200 OK");
    },
  );
});

it("logs method, path, status and time, never the query", async () => {
  const lines: Record<string, unknown>[] = [];
  let markWritten = () => {};
  const line = new Promise<void>((resolve) => {
    markWritten = resolve;
  });
  const url = await listen(
    withRequestLog(
      (_request, response) => {
        response.statusCode = 404;
        response.end();
      },
      (_level, message, fields) => {
        lines.push({ message, ...fields });
        markWritten();
      },
    ),
  );
  await fetch(`${url}/orders?email=a@b.example`);
  await line;
  expect(lines).toEqual([
    { message: "request", method: "GET", path: "/orders", status: 404, ms: expect.any(Number) },
  ]);
});

it("shows its ceilings at /metrics", async () => {
  const url = await listen(aroundApplication((_request, response) => response.end("yes"), quiet));
  await (await fetch(url)).text();
  const figures = await (await fetch(`${url}/metrics`)).text();
  for (const [ceiling, most] of Object.entries({
    "held bytes": 64 * 1024 * 1024,
    "held bytes of an address": 16 * 1024 * 1024,
    "requests at work": 1000,
    "requests of an address": 300,
  })) {
    expect(figures).toContain(`shop_ceiling_most{ceiling="${ceiling}"} ${most}`);
    expect(figures).toContain(`shop_ceiling_now{ceiling="${ceiling}"} 0`);
    expect(figures).toContain(`shop_ceiling_refused_total{ceiling="${ceiling}"} 0`);
  }
});
