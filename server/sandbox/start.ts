import { z } from "zod";
import { log } from "./sandbox-process.server.ts";
import { type StandInOptions, startStandIns } from "./stand-ins.server.ts";

/*
 * The stand-ins as a program. The parent process opens a channel, sends one message with their configuration, and
 * receives `{ port }` once they listen. Closing the channel ends them, and so does the parent's death.
 */

/** The shop's own process makes it, from the same release. */
const messageSchema = z.custom<StandInOptions>((message) => message instanceof Object);

if (!process.send) {
  console.error("The stand-ins are started by the shop, which tells them what they need to know: npm start");
  process.exit(1);
}
// A terminal's Ctrl-C and a service manager's signal reach this process, too, while jobs and shoppers still need it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// What was answered is in the journal, and what is under way goes on at the next start.
process.on("disconnect", () => process.exit(0));
process.on("uncaughtException", (error) => {
  log("error", "payment sandbox: uncaught", { error });
  process.exit(1);
});
process.once("message", (message) => void start(message));

async function start(message: unknown): Promise<void> {
  try {
    const { port } = await startStandIns(messageSchema.parse(message));
    process.send?.({ port });
  } catch (error) {
    log("error", "payment sandbox: not started", { error });
    process.exit(1);
  }
}
