import type { RequestListener, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { fairQueueByNetwork, withRequestsAtWork, withRequestsOfAddress } from "./request-ceilings.ts";

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
  const url = await listen(withRequestsAtWork(shop.listener, fairQueueByNetwork({ most: 1 })));
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
  const limited = withRequestsAtWork(shop.listener, fairQueueByNetwork({ atOnce: 2 }));
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

it("keeps room for other parts of the shop behind an address that floods one", async () => {
  const shop = patient();
  const rules = { atOnce: 3, atOnceOfPart: 2 };
  const url = await listen(withRequestsAtWork(shop.listener, fairQueueByNetwork(rules)));
  const flood = Array.from({ length: 20 }, (_, place) => fetch(`${url}/products?search=${place}`));
  await shop.until(2);
  expect(await (await fetch(`${url}/now`)).text()).toBe("now");
  // The catalogue and its search are different parts.
  const catalogue = fetch(`${url}/products`);
  await shop.until(3);
  while (shop.answerAll().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const response of await Promise.all([catalogue, ...flood]))
    expect(await response.text()).toBe("later");
});

it("lets visitors of one address take turns at the same part of the shop", async () => {
  const begun: string[] = [];
  const waiting: ServerResponse[] = [];
  const work: RequestListener = (request, response) => {
    begun.push(request.headers.cookie ?? "none");
    waiting.push(response);
  };
  let arrived = 0;
  const limited = withRequestsAtWork(work, fairQueueByNetwork({ atOnce: 1 }));
  const url = await listen((request, response) => {
    limited(request, response);
    arrived += 1;
  });
  const ask = async (cookie?: string) => {
    const response = fetch(`${url}/cart`, { headers: cookie ? { cookie } : {} });
    const before = arrived;
    while (arrived === before) await new Promise((resolve) => setTimeout(resolve, 1));
    return { response };
  };
  const requests: Awaited<ReturnType<typeof ask>>[] = [];
  for (const cookie of [undefined, undefined, undefined, "cart=a", "cart=a", "cart=b"]) {
    requests.push(await ask(cookie));
  }
  for (let answered = 0; answered < requests.length; ) {
    const response = waiting.shift();
    if (response) answered += 1;
    response?.end();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(requests.map(({ response }) => response));
  expect(begun).toEqual(["none", "none", "cart=a", "cart=b", "none", "cart=a"]);
});

it("keeps no place for somebody who had left before they got in line", async () => {
  const schedule = fairQueueByNetwork({ most: 1 });
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
