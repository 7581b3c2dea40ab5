import { mkdirSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import { freePort } from "../../db/embedded/free-port.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { WebProcess } from "./web-process.ts";

export const logFile = path.join(projectFolder, "test-results", "shop.log");

export interface RunningShop {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the built shop on a free port, with a database of its own and only these settings. `place` chooses the data
 * folder inside the temporary one.
 */
export async function startShop(
  settings: Record<string, string> = {},
  place: (folder: string) => string = (folder) => folder,
): Promise<RunningShop> {
  const folder = await makeThrowawayFolder();
  const dataDir = place(folder);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const web = new WebProcess({ port: await freePort(), dataDir, settings, logFile });
  const stop = async () => {
    await web.end();
    await removeThrowawayFolder(folder);
  };
  try {
    await web.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: web.url, dataDir, stop };
}
