import { execFile } from "node:child_process";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import { environmentWith } from "../support/shop-process.ts";
import type { Finding } from "./audit.ts";
import type { AskedDatabase } from "./database.ts";

const LIMIT_MS = 300_000;

/** `npm run reconcile` beside the running shop: the providers' own lists must agree with the shop's records. */
export function reconcile(database: AskedDatabase, dataDir: string): Promise<Finding> {
  const rule = "gaps between the providers' lists and the books (npm run reconcile)";
  const env = environmentWith({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  return new Promise((resolve) => {
    const options = { cwd: projectFolder, env, timeout: LIMIT_MS };
    const script = path.join(projectFolder, "server", "cli", "reconcile.ts");
    execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      resolve({
        rule,
        rows: error ? [{ code: error.code ?? error.signal, said: stdout, complaint: stderr }] : [],
      });
    });
  });
}
