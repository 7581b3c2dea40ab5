import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { freePort } from "#db/embedded/free-port.ts";

/** A mail server that takes every mail and keeps none. */
export async function startMailSink(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => done());
    },
  });
  // A shop that is stopped resets its connections.
  server.on("error", () => undefined);
  const port = await freePort();
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
