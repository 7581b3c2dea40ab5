import http, { type RequestListener } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withClientAddress } from "./client-address.ts";

const echoHeaders: RequestListener = (request, response) => response.end(JSON.stringify(request.headers));

async function ask(trustProxy: boolean, headers: Record<string, string>): Promise<Record<string, string>> {
  const url = await listen(withClientAddress(echoHeaders, { trustProxy }));
  return (await fetch(url, { headers })).json();
}

it("is the socket's address", async () => {
  const headers = await ask(false, {});
  expect(headers["x-client-address"]).toBe("127.0.0.1");
});

it("is never what a client says it is", async () => {
  const headers = await ask(false, { "x-client-address": "9.9.9.9", "x-forwarded-for": "8.8.8.8" });
  expect(headers["x-client-address"]).toBe("127.0.0.1");
  expect(headers).not.toHaveProperty("x-forwarded-for");
});

it("is what a trusted proxy added last", async () => {
  const headers = await ask(true, { "x-forwarded-for": "6.6.6.6, ::ffff:203.0.113.7" });
  expect(headers["x-client-address"]).toBe("203.0.113.7");
});

it.each([
  [{ "x-forwarded-for": "6.6.6.6, 203.0.113.7, " }, "203.0.113.7"],
  [{ "x-forwarded-for": "6.6.6.6, 203.0.113.7:51000" }, "203.0.113.7"],
  [{ "x-forwarded-for": "[2001:DB8::1]:4711" }, "2001:db8::1"],
  [{ "x-forwarded-for": "[2001:db8::1]" }, "2001:db8::1"],
  [{ "x-forwarded-for": "2001:db8::1" }, "2001:db8::1"],
  [{ "x-forwarded-for": "[::ffff:203.0.113.7]:80" }, "203.0.113.7"],
  [{ forwarded: "for=6.6.6.6;proto=http, for=203.0.113.7:51000;proto=https;by=10.0.0.1" }, "203.0.113.7"],
  [{ forwarded: 'proto=https; For="[2001:db8::1]:4711"' }, "2001:db8::1"],
  [{ forwarded: 'for="_a,b", for=_hidden' }, "127.0.0.1"],
  [{ forwarded: "for=6.6.6.6", "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
  [{ forwarded: "for=6.6.6.6", "x-forwarded-for": "unknown" }, "127.0.0.1"],
  [{ "x-forwarded-for": "203.0.113.7:51000:9" }, "127.0.0.1"],
])("is read from %j, with a port or without", async (headers: Record<string, string>, address) => {
  expect((await ask(true, headers))["x-client-address"]).toBe(address);
});

it("is the proxy's own address when that added nothing usable", async () => {
  const headers = await ask(true, { "x-forwarded-for": "unknown" });
  expect(headers["x-client-address"]).toBe("127.0.0.1");
});

describe("whether this machine itself asks", () => {
  /** What the application sees of a request with these headers, sent as they are. */
  async function isToldFromHere(headers: Record<string, string>, trustProxy = false): Promise<boolean> {
    const url = await listen(withClientAddress(echoHeaders, { trustProxy }));
    const text = await new Promise<string>((resolve, reject) => {
      const request = http.get(url, { headers }, (received) => {
        let body = "";
        received.on("data", (part) => {
          body += part;
        });
        received.on("end", () => resolve(body));
      });
      request.on("error", reject);
    });
    return JSON.parse(text)["x-from-this-machine"] === "yes";
  }

  it.each<[string, Record<string, string>]>([
    ["a program", {}],
    ["by another of its names", { Host: "localhost:3000" }],
    ["a form of its own page", { Origin: "http://127.0.0.1:3000", Referer: "http://127.0.0.1:3000/login" }],
  ])("is told of %s", async (_who, headers) => {
    expect(await isToldFromHere(headers)).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ["a proxy", { "X-Forwarded-For": "203.0.113.9" }],
    ["a proxy that says nothing of the client", { "X-Forwarded-Proto": "https" }],
    ["a proxy with the standard's header", { Forwarded: "for=203.0.113.9" }],
    ["a cache", { Via: "1.1 cache" }],
    ["nginx", { "X-Real-IP": "203.0.113.9" }],
    ["a content network", { "CF-Connecting-IP": "203.0.113.9" }],
    ["another content network", { "True-Client-IP": "203.0.113.9" }],
    ["a tunnel", { "X-Original-Host": "shop.tunnel.example" }],
    ["another name", { Host: "shop.example" }],
    ["a page elsewhere", { Origin: "https://shop.example" }],
    ["a proxy that forgot the reader's own headers", { Referer: "https://shop.example/login" }],
    ["a client that claims it", { "X-From-This-Machine": "yes", Via: "1.1 cache" }],
  ])("is not told of %s", async (_who, headers) => {
    expect(await isToldFromHere(headers)).toBe(false);
    expect(await isToldFromHere(headers, true)).toBe(false);
  });

  it("is not reported for a proxy that speaks HTTP/1.0, as nginx does by default", async () => {
    const url = new URL(await listen(withClientAddress(echoHeaders, { trustProxy: false })));
    const socket = connect(Number(url.port), url.hostname);
    socket.write("GET / HTTP/1.0\r\nHost: 127.0.0.1:3000\r\n\r\n");
    expect(await text(socket)).toContain('"x-from-this-machine":"no"');
  });
});
