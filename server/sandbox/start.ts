import { z } from "zod";
import { log, type RunningSandbox } from "./sandbox-process.server.ts";
import { startStandIns } from "./stand-ins.server.ts";

/*
 * The stand-ins as a program. The parent process opens a channel, sends one message with their configuration, and
 * receives `{ port }` once they listen. Closing the channel ends them, and so does the parent's death.
 */

const messageSchema = z.object({
  databaseUrl: z.string(),
  keys: z.object({
    secretKey: z.string(),
    webhookSecret: z.string(),
    payPal: z.object({ clientId: z.string(), clientSecret: z.string(), webhookId: z.string() }),
  }),
  shopUrl: z.string(),
  webhookUrl: z.string().nullable(),
  port: z.number().optional(),
});

/** How long running payments may take after the channel has closed, in milliseconds. */
const CLOSE_CAP_MS = 5000;

let running: RunningSandbox | undefined;
let ending = false;

if (!process.send) {
  console.error("The stand-ins are started by the shop, which tells them what they need to know: npm start");
  process.exit(1);
}
// A terminal's Ctrl-C and a service manager's signal reach this process, too, while jobs and shoppers still need it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => void end(0));
process.on("uncaughtException", (error) => {
  log("error", "payment sandbox: uncaught", { error });
  void end(1);
});
process.once("message", (message) => void start(message));

async function start(message: unknown): Promise<void> {
  try {
    running = await startStandIns(messageSchema.parse(message));
    process.send?.({ port: running.port });
  } catch (error) {
    log("error", "payment sandbox: not started", { error });
    process.exit(1);
  }
}

async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(exitCode), CLOSE_CAP_MS).unref();
  await running?.stop();
  process.exit(exitCode);
}
