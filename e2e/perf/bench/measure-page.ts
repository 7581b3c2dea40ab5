import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { end } from "../../support/shop-process.ts";
import { askAsBrowser, decoded, type HttpResponse } from "../answer.ts";
import type { Closing } from "../closing.ts";
import { type Load, loadOf, together } from "../load.ts";
import { countOf, type Statement, statementsDuring } from "../orders/queries.ts";
import { untilIdle } from "../process-usage.ts";
import type { MeasuredServer } from "../shop.ts";

const ROUNDS = 2;
const WARM_UP_SECONDS = 2;
/** Enough to distinguish queries of every request from occasional ones. */
const COUNTED_REQUESTS = 50;

/** A page of the shop, with its visitor. */
export interface Visit {
  name: string;
  address: string;
  /** The browser's cookies; none on a first visit. */
  cookie?: string;
  /** The target as a part of the bare server's rate. */
  target?: number;
}

export interface Comparison {
  name: string;
  target?: number | undefined;
  shop: Load;
  bare: Load;
  /** The shop's rate as a part of the bare one's. */
  ratio: number;
  queries: number;
  statements: Statement[];
  bytes: { sent: number; encoding: string; decoded: number };
}

interface Measuring {
  closing: Closing;
  adminUrl: string;
  folder: string;
  seconds: number;
}

/** An address of the shop beside a bare server that sends the same bytes, in turns. */
export async function measurePage(
  { name, address, cookie, target }: Visit,
  shop: MeasuredServer,
  { closing, adminUrl, folder, seconds }: Measuring,
): Promise<Comparison> {
  const url = shop.url + address;
  const response = await askAsBrowser(url, cookie);
  const bare = await closing.open(
    () => startBareServer(response, folder),
    (server) => server.stop(),
  );
  await loadOf(url, shop.pid, WARM_UP_SECONDS, cookie);
  await untilIdle(shop.pid);
  const statements = await statementsDuring(adminUrl, async () => {
    for (let request = 0; request < COUNTED_REQUESTS; request += 1) await askAsBrowser(url, cookie);
  });
  const [shopLoads, bareLoads]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    shopLoads.push(await loadOf(url, shop.pid, seconds, cookie));
    // The shop still handles requests that the load generator abandoned.
    await untilIdle(shop.pid);
    bareLoads.push(await loadOf(bare.url, bare.pid, seconds));
  }
  await bare.stop();
  const [shopLoad, bareLoad] = [together(shopLoads), together(bareLoads)];
  return {
    name,
    target,
    shop: shopLoad,
    bare: bareLoad,
    ratio: shopLoad.perSecond / bareLoad.perSecond,
    queries: countOf(statements) / COUNTED_REQUESTS,
    statements,
    bytes: {
      sent: response.body.length,
      encoding: response.headers["content-encoding"] ?? "identity",
      decoded: decoded(response).length,
    },
  };
}

async function startBareServer(response: HttpResponse, folder: string): Promise<MeasuredServer> {
  const bodyFile = path.join(folder, "body");
  writeFileSync(bodyFile, response.body);
  const { "content-type": type = "", "content-encoding": encoding } = response.headers;
  const headers = { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) };
  const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const child = fork(script, [bodyFile, JSON.stringify(headers)]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", () => reject(new Error("The bare server did not start.")));
  });
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: async () => void (await end(child)) };
}
