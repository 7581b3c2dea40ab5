import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it, vi } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { endTurn, queueByNetwork, withRequestsAtWork, withRequestsOfAddress } from "./request-ceilings.ts";

/** Responds when the test says so, but to /now at once. */
function patient() {
  const waiting: ServerResponse[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.url === "/now") response.end("now");
    else waiting.push(response);
  };
  const until = async (count: number) => {
    while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { listener, until, answerAll: () => waiting.splice(0).map((response) => response.end("later")) };
}

it("answers 429 to an address with too many requests at the same moment, and others go on", async () => {
  const shop = patient();
  const limited = withRequestsOfAddress(shop.listener, 2);
  const url = await listen((request, response) => {
    request.headers["x-client-address"] = request.headers["x-asks"];
    limited(request, response);
  });
  const ask = (path: string, address: string) =>
    fetch(url + path, { headers: { "x-asks": address, accept: "application/json" } });
  const open = [ask("/", "2001:db8::1"), ask("/", "2001:db8::2")];
  await shop.until(2);
  const refused = await ask("/now", "2001:db8::3");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toEqual({
    code: "rate_limited",
    message: "Too many requests come from your network at the same time. Please try again in a moment.",
  });
  expect((await ask("/now", "203.0.113.9")).status).toBe(200);
  shop.answerAll();
  for (const response of await Promise.all(open)) expect(await response.text()).toBe("later");
  expect((await ask("/now", "2001:db8::3")).status).toBe(200);
});

it("answers 503 while the application has its hands full", async () => {
  const shop = patient();
  const url = await listen(withRequestsAtWork(shop.listener, queueByNetwork({ most: 1 })));
  const open = fetch(url);
  await shop.until(1);
  const refused = await fetch(`${url}/now`);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toBe(
    "The shop has too many visitors at this moment. Please try again in a moment.",
  );
  shop.answerAll();
  expect(await (await open).text()).toBe("later");
  expect((await fetch(`${url}/now`)).status).toBe(200);
});

it("lets a visitor from elsewhere go ahead of a network that asks for much at once", async () => {
  const shop = patient();
  const limited = withRequestsAtWork(shop.listener, queueByNetwork({ atOnce: 2 }));
  const url = await listen((request, response) => {
    request.headers["x-client-address"] = request.headers["x-asks"];
    limited(request, response);
  });
  const ask = (address: string, signal?: AbortSignal) =>
    fetch(url, { headers: { "x-asks": address }, ...(signal ? { signal } : {}) });
  const flood = [1, 2, 3, 4].map((network) => ask(`2001:db8:0:${network}::1`));
  await shop.until(2);
  const impatient = new AbortController();
  const abandoned = ask("2001:db8::1", impatient.signal);
  abandoned.catch(() => undefined);
  const shopper = ask("2001:db8:9::1");
  await shop.until(3);
  impatient.abort();
  shop.answerAll();
  expect(await (await shopper).text()).toBe("later");
  await shop.until(2);
  shop.answerAll();
  for (const response of await Promise.all(flood)) expect(await response.text()).toBe("later");
});

it("keeps no place for somebody who had left before they got in line", async () => {
  const schedule = queueByNetwork({ most: 1 });
  const limited = withRequestsAtWork((_request, response) => void response.end("here"), schedule);
  let arrive = () => {};
  let leave = () => {};
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const hasLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const url = await listen((request, response) => {
    if (request.url !== "/slow") return limited(request, response);
    arrive();
    // As while a visitor's part of a page is read.
    response.once("close", () => {
      setImmediate(() => {
        limited(request, response);
        leave();
      });
    });
  });
  const impatient = new AbortController();
  const abandoned = fetch(`${url}/slow`, { signal: impatient.signal });
  abandoned.catch(() => undefined);
  await hasArrived;
  impatient.abort();
  await hasLeft;
  expect(await (await fetch(`${url}/now`)).text()).toBe("here");
});

it("keeps no place for a response that goes on for hours, such as a stream of events", async () => {
  let streaming: ServerResponse | undefined;
  const limited = withRequestsAtWork(
    (request, response) => {
      if (request.url === "/now") return void response.end("here");
      streaming = response;
      response.write("event");
      endTurn(response);
    },
    queueByNetwork({ most: 1, atOnce: 1 }),
  );
  const url = await listen(limited);
  const stream = await fetch(url);
  expect(await (await fetch(`${url}/now`)).text()).toBe("here");
  streaming?.end();
  expect(await stream.text()).toBe("event");
});

it("gives back the place of a request that came behind another on its connection", async () => {
  const shop = patient();
  const url = await listen(withRequestsAtWork(shop.listener, queueByNetwork({ most: 2 })));
  const client = connect(Number(new URL(url).port), "127.0.0.1");
  const one = "GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n";
  client.write(one + one);
  await shop.until(2);
  expect((await fetch(`${url}/now`)).status).toBe(503);
  client.destroy();
  await vi.waitFor(async () => expect((await fetch(`${url}/now`)).status).toBe(200));
});
