import { request as send } from "node:http";
import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { publicEndpoints } from "#server/access/limits.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { withReadableAddress } from "#server/http/readable-address.ts";
import { testContext } from "#server/testing/factories.ts";
import { longTexts, MOST_PROCESSOR_MS, processorTimeOf } from "#server/testing/hostile-texts.ts";
import { listen } from "#server/testing/listen.ts";
import { buttonsOf, fieldsOf, parametersReadBy } from "#server/testing/page-sources.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { routes } from "../routes.ts";

/*
 * One character sixty thousand times in each field of each public form, each parameter that a public page reads and each
 * header that somebody looks at: never a fault of ours, and never more than 100 ms of processor time. The schemas alone
 * are in server/testing/long-texts.test.ts.
 */

type RouteHandler = (args: LoaderFunctionArgs) => unknown;
const handlerSchema = z.custom<RouteHandler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: handlerSchema, action: handlerSchema });

await runTestSandbox();

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = "0";
  await closeRateLimiters();
  await testContext();
});

/** Those that a visitor or a customer may use, without the ones that forward to another walk. */
const pages = await Promise.all(
  routes
    .filter(({ path: pattern = "" }) => !/^(api|paypal|sandbox)\//.test(pattern))
    .map(async ({ path: pattern = "", file }) => {
      const module: unknown = await import(path.resolve(import.meta.dirname, "..", file));
      const { loader, action } = moduleSchema.parse({ ...Object(module) });
      return {
        pattern,
        file,
        loader: `GET /${pattern}` in publicEndpoints ? loader : undefined,
        action: `POST /${pattern}` in publicEndpoints ? action : undefined,
      };
    }),
);

interface Sent {
  address: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

async function statusOf(handler: RouteHandler, { address, form, headers }: Sent): Promise<number> {
  const request = new Request(`http://127.0.0.1:3000${address}`, {
    method: form ? "POST" : "GET",
    headers: { "X-Client-Address": "203.0.113.10", ...headers },
    body: form ? new URLSearchParams(form) : null,
  });
  const params = Object.fromEntries(
    [...address.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "INV-1"] as const),
  );
  const call = async () => handler({ request, params, context: {} });
  const result = await call().catch((thrown: unknown) => {
    if (thrown instanceof Error) throw new Error(`${address.slice(0, 200)} failed`, { cause: thrown });
    return thrown;
  });
  if (result instanceof Response) return result.status;
  const { data } = z.object({ init: z.object({ status: z.int() }) }).safeParse(result);
  return data?.init.status ?? 200;
}

/** What is wrong with the answer to a request, if anything. */
async function faultOf(name: string, ask: () => Promise<number>): Promise<string[]> {
  let status = 0;
  const time = await processorTimeOf(async () => {
    status = await ask();
  });
  return [
    ...(status >= 500 ? [`${name} is answered ${status}`] : []),
    ...(time > MOST_PROCESSOR_MS ? [`${name} costs ${Math.round(time)} ms`] : []),
  ];
}

/** Of each two the one that is kept where texts are trimmed; the schemas alone meet both. */
const texts = longTexts.filter((text) => text.startsWith("A"));

const shown = (text: string) => JSON.stringify(text.slice(0, 2));

it("in any field of any public form", async () => {
  const faults: string[] = [];
  let fields = 0;
  for (const { pattern, file, action } of pages) {
    if (!action) continue;
    const names = fieldsOf(file);
    fields += names.length;
    for (const name of names) {
      for (const intent of ["", ...buttonsOf(file)]) {
        for (const text of texts) {
          const ask = () => statusOf(action, { address: `/${pattern}`, form: { intent, [name]: text } });
          faults.push(...(await faultOf(`${pattern} ${intent} ${name} ${shown(text)}`, ask)));
        }
      }
    }
  }
  expect(faults).toEqual([]);
  expect(fields).toBeGreaterThan(100);
}, 600_000);

it("in any parameter that a public page reads", async () => {
  const faults: string[] = [];
  let parameters = 0;
  for (const { pattern, loader } of pages) {
    if (!loader) continue;
    const names = await parametersReadBy(() => statusOf(loader, { address: `/${pattern}` }));
    parameters += names.length;
    for (const name of names) {
      for (const text of texts) {
        const ask = () =>
          statusOf(loader, { address: `/${pattern}?${new URLSearchParams({ [name]: text })}` });
        faults.push(...(await faultOf(`${pattern} ${name} ${shown(text)}`, ask)));
      }
    }
  }
  expect(faults).toEqual([]);
  expect(parameters).toBeGreaterThan(100);
}, 600_000);

/** Those that no rule of readable-address.ts bounds, up to what Node takes, and one of those that it does. */
const headers = [
  "cookie",
  "user-agent",
  "x-request-id",
  "sec-fetch-site",
  "stripe-signature",
  "referer",
  "accept",
];

it("in any header that somebody looks at", async () => {
  const faults: string[] = [];
  const home = pages.find(({ pattern }) => pattern === "")?.loader;
  if (!home) throw new Error("there is no home page");
  for (const name of headers) {
    for (const text of texts.filter((text) => !text.includes("\0"))) {
      for (const value of [text.slice(0, 14_000), `${text.slice(0, 7000)}=${text.slice(0, 7000)};`]) {
        const sent = { [name]: value };
        const page = () => statusOf(home, { address: "/", headers: sent });
        const call = async () => (await callRest("GET", "/api/products", { headers: sent })).status;
        faults.push(...(await faultOf(`the page, ${name} ${shown(text)}`, page)));
        faults.push(...(await faultOf(`the call, ${name} ${shown(text)}`, call)));
      }
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

it("in segments of any kind of address, which are refused at once", async () => {
  const shop = await listen(withReadableAddress((_request, response) => response.end()));
  const { hostname, port } = new URL(shop);
  const ask = (address: string) =>
    new Promise<number>((resolve, reject) => {
      send({ hostname, port, path: address }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on("error", reject)
        .end();
    });
  const faults: string[] = [];
  for (const { path: pattern = "" } of routes) {
    const address = `/${pattern.replaceAll(/:(\w+)|\*/g, "x")}`.replace(/\/$/, "") + "/a".repeat(7000);
    let status = 0;
    const time = await processorTimeOf(async () => {
      status = await ask(address);
    });
    if (status !== 404 || time > MOST_PROCESSOR_MS) faults.push(`${pattern}: ${status} after ${time} ms`);
  }
  expect(faults).toEqual([]);
});
