import type { Server } from "node:http";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { startWebServer } from "#server/http/web-server.ts";
import { closeWeb } from "./close-web.server.ts";

/** One of several web processes on a machine; web-processes.server.ts starts it with the build as its parameter. */
let server: Server | undefined;
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
process.on("uncaughtException", (error) => {
  log("error", "uncaught", { error });
  void stop(1);
});

server = await startWebServer(process.argv[2] ?? "", readEnvironment());
process.send?.("open");

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await closeWeb(server);
  process.exit(exitCode);
}
