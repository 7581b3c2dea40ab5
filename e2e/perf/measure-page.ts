import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { end } from "../support/web-process.ts";
import { browserHeaders, type Load, loadOf, together } from "./load.ts";
import { type MeasuredServer, untilIdle } from "./shop.ts";

const ROUNDS = 2;
const WARM_UP_SECONDS = 2;

export interface Comparison {
  shop: Load;
  bare: Load;
  /** The shop's rate as a part of the bare one's. */
  ratio: number;
  /** Of the body, as it is sent. */
  bytes: number;
}

/** A page of the shop beside a bare server that sends the same bytes, in turns. */
export async function measurePage(
  closing: AsyncDisposableStack,
  folder: string,
  shop: MeasuredServer,
  address: string,
  seconds: number,
): Promise<Comparison> {
  const url = shop.url + address;
  const [response] = (await once(get(url, { headers: browserHeaders }), "response")) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  const bare = await startBareServer(closing, response, body, path.join(folder, "body"));
  await loadOf(url, shop.pid, WARM_UP_SECONDS);
  const [ofShop, ofBare]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofShop.push(await loadOf(url, shop.pid, seconds));
    // The shop still handles requests that the load generator abandoned.
    await untilIdle(shop.pid);
    ofBare.push(await loadOf(bare.url, bare.pid, seconds));
  }
  await bare.stop();
  const [shopLoad, bareLoad] = [together(ofShop), together(ofBare)];
  const ratio = shopLoad.perSecond / bareLoad.perSecond;
  return { shop: shopLoad, bare: bareLoad, ratio, bytes: body.length };
}

async function startBareServer(
  closing: AsyncDisposableStack,
  { headers }: IncomingMessage,
  body: Buffer,
  bodyFile: string,
): Promise<MeasuredServer & { stop(): Promise<void> }> {
  writeFileSync(bodyFile, body);
  const { "content-type": type = "", "content-encoding": encoding } = headers;
  const sent = { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) };
  const script = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const child = fork(script, [bodyFile, JSON.stringify(sent)]);
  const stop = async () => void (await end(child));
  closing.defer(stop);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop };
}
