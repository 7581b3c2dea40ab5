import { existsSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bindOnce } from "#db/embedded/connection-settings.ts";
import { closeOrm } from "#db/orm.server.ts";
import { type Environment, EnvironmentError, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { loadRemixServe } from "#server/http/remix-application.ts";
import { startWebServer } from "#server/http/web-server.ts";
import { usesStandIns } from "#server/payments/provider-list.ts";
import { closeWeb } from "./process/close-web.server.ts";
import {
  demoSignInsText,
  type OpenDatabase,
  openDatabase,
  StartError,
  shopAddress,
} from "./process/open-database.server.ts";
import { projectFolder } from "./process/project-folder.ts";
import { openStandIns, type SandboxProcess, startSandbox } from "./process/sandbox.server.ts";
import { countWebProcesses, startWebProcesses, type WebProcesses } from "./process/web-processes.server.ts";

/**
 * What `npm start` runs: database, migrations, seed, the stand-ins of payment providers where there are no keys, then
 * the web process or several; and their end, in the other order.
 */
const build = path.join(projectFolder, "build", "start", "application.js");

let opening: Promise<OpenDatabase> | undefined;
let standIns: Promise<SandboxProcess> | undefined;
let server: Server | undefined;
let processes: WebProcesses | undefined;
let stopping = false;

// Ctrl-C reaches us twice, from the terminal and from npm: the first counts.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
// Anyone who started us with a channel, as the browser journeys do, and dies, takes us along.
process.on("disconnect", () => void stop(0));
process.on("uncaughtException", (error) => {
  log("error", "uncaught", { error });
  void stop(1);
});

try {
  // remix-serve looks for public/ where it was started.
  process.chdir(projectFolder);
  process.env.NODE_ENV ??= "production";
  const environment = readEnvironment();
  await checkPort(environment);
  if (!existsSync(build)) throw new StartError("The shop is not built yet: run npm run build first.");
  const count = countWebProcesses(environment, !environment.DATABASE_URL);
  opening = openDatabase(environment, () => {
    // Several web processes load it themselves.
    if (count === 1) void loadApplication();
  });
  const program = usesStandIns(environment) ? openStandIns() : undefined;
  const database = await opening;
  if (!stopping && program) {
    standIns = startSandbox({ secret: database.secret, program });
    // They have been told what to do by then, and need the time that this takes.
    setImmediate(loadRemixServe);
    await standIns;
  }
  if (!stopping) {
    if (count > 1) {
      // Each has its own.
      await closeOrm();
      processes = await startWebProcesses(build, count);
    } else {
      server = await startWebServer(build, environment).catch((error) => {
        throw asPortError(error, environment);
      });
    }
    console.log(`Oxbow Biochar is open at ${shopAddress(environment)} (Ctrl-C closes it).`);
    if (database.demo) console.log(demoSignInsText(shopAddress(environment)));
  }
} catch (error) {
  if (error instanceof StartError || error instanceof EnvironmentError) console.error(error.message);
  else console.error(error);
  await stop(1);
}

/**
 * Last opened, first closed: requests, then what the application holds (jobs, connections), the stand-ins that jobs and
 * shoppers have paid at, then the database.
 */
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (processes) await processes.stop();
  else await closeWeb(server);
  const sandbox = await standIns?.catch(() => undefined);
  await sandbox?.stop();
  const database = await opening?.catch(() => undefined);
  await database?.stop();
  process.exit(exitCode);
}

/**
 * Loads the application, so that the web server finds it in memory: while the database starts, the processor waits.
 * What cannot be loaded is the web server's to report.
 */
async function loadApplication(): Promise<void> {
  await import(pathToFileURL(build).href).catch(() => undefined);
}

/** Before anything is started, so that a second start by mistake is told at once. */
async function checkPort(environment: Environment): Promise<void> {
  try {
    await bindOnce(environment.PORT, environment.HOST);
  } catch (error) {
    throw asPortError(error, environment);
  }
}

function asPortError(error: unknown, { HOST, PORT }: Environment): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${PORT} on ${HOST} is taken by another program: stop that one, or choose another port, for example PORT=${PORT + 1} npm start.`,
    );
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartError(
      `The shop may not listen on port ${PORT} of ${HOST} (${code}): choose others with PORT and HOST.`,
    );
  }
  return error;
}
