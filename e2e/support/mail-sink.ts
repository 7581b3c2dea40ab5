import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { freePort } from "#db/embedded/connection-settings.ts";

export interface MailSink {
  url: string;
  /** To whom it has taken a mail. */
  recipients: Set<string>;
  stop(): Promise<void>;
}

/** A mail server that takes every mail and keeps none. */
export async function startMailSink(): Promise<MailSink> {
  const recipients = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of session.envelope.rcptTo) recipients.add(address);
        done();
      });
    },
  });
  // A shop that is stopped resets its connections.
  server.on("error", () => undefined);
  const port = await freePort();
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
