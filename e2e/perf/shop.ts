import { freePort } from "#db/embedded/free-port.ts";
import { end, startShopProcess, untilOpen } from "../support/shop-process.ts";

export interface MeasuredServer {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface ShopSettings {
  databaseUrl: string;
  dataDir: string;
  /** Where the processor profile goes when the shop stops. */
  profileDir?: string | undefined;
  /** More of its environment. */
  settings?: Record<string, string>;
}

/** The built shop without request log and rate limits. */
export async function startShop({
  databaseUrl,
  dataDir,
  profileDir,
  settings = {},
}: ShopSettings): Promise<MeasuredServer> {
  const port = await freePort();
  const child = startShopProcess({
    port,
    dataDir,
    nodeParameters: profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [],
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
    stop: async () => void (await end(child)),
  };
}
