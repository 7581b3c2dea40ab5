import type { ChildProcess } from "node:child_process";
import { freePort } from "#db/embedded/free-port.ts";
import { end, startShopProcess, untilOpen } from "../support/shop-process.ts";
import { type Recording, recordingSchema } from "./orders/recorded-order.ts";

export interface MeasuredServer {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface MeasuredShop extends MeasuredServer {
  /** The statements that the shop sends to PostgreSQL during a piece of work, and what it is asked meanwhile. */
  recordStatements(work: () => Promise<void>): Promise<Recording>;
}

interface ShopSettings {
  databaseUrl: string;
  dataDir: string;
  /** Where the processor profile goes when the shop stops. */
  profileDir?: string | undefined;
  /** More of its environment. */
  settings?: Record<string, string>;
}

/** The built shop without request log and rate limits, with its statements counted. */
export async function startShop({
  databaseUrl,
  dataDir,
  profileDir,
  settings = {},
}: ShopSettings): Promise<MeasuredShop> {
  const port = await freePort();
  const child = startShopProcess({
    port,
    dataDir,
    nodeParameters: [
      "--import",
      new URL("orders/record-statements.ts", import.meta.url).href,
      ...(profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : []),
    ],
    settings: {
      DATABASE_URL: databaseUrl,
      DEMO_DATA: "on",
      LOG_REQUESTS: "off",
      RATE_LIMIT_FACTOR: "0",
      // One process, to compare with a bare server of one process.
      WEB_PROCESSES: "1",
      ...settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilOpen(child, url);
  } catch (error) {
    await end(child);
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    recordStatements: (work) => recordStatements(child, work),
    stop: async () => void (await end(child)),
  };
}

async function recordStatements(child: ChildProcess, work: () => Promise<void>): Promise<Recording> {
  child.send("record statements");
  await work();
  const handedOver = new Promise<unknown>((resolve) => child.once("message", resolve));
  child.send("hand over statements");
  return recordingSchema.parse(await handedOver);
}
