import { createTransport } from "nodemailer";

/**
 * A mail server that hangs must not block the job queue: nodemailer would wait ten minutes. In milliseconds; SMTP_URL
 * may override it (`?socketTimeout=…`).
 */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};

/** Closed after so long without a mail, before the mail server does it in the middle of the next one. */
const IDLE_MILLISECONDS = 30_000;
/** As many mails at a time. */
const CONNECTIONS = 2;

type MailServer = ReturnType<typeof connectionsTo>;

let current: { url: string; server: MailServer } | undefined;

/**
 * The mail server, over connections that are kept for the next mail. A mail goes over another connection only while no
 * byte of it was sent over the first: after that nobody knows whether it arrived, and its job decides.
 */
export function mailServerAt(url: string): MailServer {
  if (current?.url !== url) {
    closeMailConnections();
    current = { url, server: connectionsTo(url) };
  }
  return current.server;
}

function connectionsTo(url: string) {
  return createTransport({
    ...PATIENCE,
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MILLISECONDS,
    url,
  });
}

/** Closes the connections; mails that are being handed over are handed over first. */
export function closeMailConnections(): void {
  current?.server.close();
  current = undefined;
}
