import { spawn } from "node:child_process";
import path from "node:path";
import { EnvironmentError, readEnvironment } from "#server/core/env.server.ts";
import { usesStandIns } from "#server/payments/provider-list.ts";
import {
  demoSignInsText,
  type OpenDatabase,
  openDatabase,
  StartError,
  shopAddress,
} from "./open-database.server.ts";
import { projectFolder } from "./project-folder.ts";
import { type SandboxProcess, startSandbox } from "./sandbox.server.ts";

/** `npm run dev`: the same database and stand-ins as `npm start`, with Remix's development server and hot reload. */
let database: OpenDatabase | undefined;
let standIns: SandboxProcess | undefined;
let signalled = false;

try {
  process.chdir(projectFolder);
  process.env.NODE_ENV ??= "development";
  const environment = readEnvironment();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (signalled = true));
  database = await openDatabase(environment);
  if (usesStandIns(environment) && !signalled) standIns = await startSandbox({ secret: database.secret });
  if (database.demo) console.log(demoSignInsText(shopAddress(environment)));
  if (!signalled) process.exitCode = await runRemix(environment.HOST, environment.PORT);
} catch (error) {
  if (error instanceof StartError || error instanceof EnvironmentError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
await standIns?.stop();
await database?.stop();
process.exit();

/** Resolves with the exit code; 0 when it ended because we were asked to. */
function runRemix(host: string, port: number): Promise<number> {
  const remix = path.join(projectFolder, "node_modules", "@remix-run", "dev", "dist", "cli.js");
  const parameters = [remix, "vite:dev", "--host", host, "--port", String(port), "--strictPort"];
  const child = spawn(process.execPath, parameters, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(signalled ? 0 : (code ?? 1)));
  });
}
