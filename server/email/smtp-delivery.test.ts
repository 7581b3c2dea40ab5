import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { testContext } from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { queueEmail } from "./queue-email.server.ts";
import { closeMailConnections, sendEmails } from "./send-email.server.ts";

interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

let server: SMTPServer;
let received: ReceivedMail[];
/** The refusal that the server gives the next recipient. */
let refusal: { code: number; message: string } | null;
/** The recipient whose mail the server takes its time over, and until when. */
let slow: { to: string; until: Promise<void> } | null;

beforeEach(async () => {
  received = [];
  refusal = null;
  slow = null;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code })),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString("utf8"),
        });
        const isSlow = rcptTo.some(({ address }) => address === slow?.to);
        void (isSlow ? slow?.until : Promise.resolve())?.then(() => done());
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  process.env.SMTP_URL = `smtp://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  delete process.env.SMTP_URL;
  closeMailConnections();
  await new Promise<void>((resolve) => server.close(resolve));
});

let made = 0;
async function queuedMail(context: Context): Promise<OutboxEmail> {
  made += 1;
  const email = `smtp-${made}@example.com`;
  const link = `http://shop.test/verify-email?email=${encodeURIComponent(email)}&token=${"t".repeat(43)}`;
  await context.em.fork().transactional((em) =>
    queueEmail(em, context, {
      key: `verify-email:smtp-${made}`,
      template: "verify-email",
      recipient: email,
      props: { name: "Zoë Smith", link },
    }),
  );
  const [mail] = await mailsTo(context, email);
  if (!mail) throw new Error("no mail was queued");
  return mail;
}

const stored = (context: Context, id: number) => context.em.fork().findOneOrFail(OutboxEmail, id);

/** Decodes quoted-printable, the encoding of text parts. */
function decoded(source: string): string {
  const bytes = source
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

describe("delivery to a mail server", () => {
  it("sends HTML and plain text, with the link whole in both", async () => {
    const context = await testContext();
    const mail = await queuedMail(context);
    await sendEmails(context, [mail.id]);
    expect(received).toHaveLength(1);
    const [{ from, to, source } = { from: "", to: [], source: "" }] = received;
    expect(from).toBe("hello@oxbowbiochar.example");
    expect(to).toEqual([mail.recipient]);
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(source).toMatch(/^Subject: Verify your email address for Oxbow Biochar/m);
    const [, text = "", html = ""] = decoded(source).split(/^Content-Type: text\//m);
    for (const part of [text, html]) {
      expect(part).toContain("Zoë Smith");
      expect(part).toMatch(/http:\/\/shop\.test\/verify-email\?email=[^\s"]+token=[\w-]{43}/);
    }
    expect(text).toMatch(/^plain/);
    expect(html).toMatch(/^html/);
    expect(html).toContain("width=device-width");
  });

  it("keeps what was sent, word by word, without what its links open", async () => {
    const context = await testContext();
    const mail = await queuedMail(context);
    await sendEmails(context, [mail.id]);
    const storedMail = await stored(context, mail.id);
    expect(storedMail.sentAt).not.toBeNull();
    const words = (body: string) => body.replaceAll(/token=[\w-]+/g, "token=removed");
    expect(mail.text).not.toBe(words(mail.text));
    expect(storedMail).toMatchObject({
      text: words(mail.text),
      html: words(mail.html),
      unsubscribeUrl: null,
    });
  });

  it("has no header or recipient that somebody typed into a form", async () => {
    const context = await testContext();
    const name = "Mallory\r\nBcc: victim@example.com\r\n\r\n<h1>Hello</h1>";
    await context.em.fork().transactional((em) =>
      queueEmail(em, context, {
        key: "typed",
        template: "new-enquiry",
        recipient: "staff@example.com",
        props: {
          name: name,
          email: "mallory@example.com",
          subject: name,
          message: name,
          adminUrl: "http://shop.test/admin",
        },
      }),
    );
    const [mail] = await mailsTo(context, "staff@example.com");
    await sendEmails(context, [mail?.id ?? 0]);
    expect(received[0]?.to).toEqual(["staff@example.com"]);
    const [head = ""] = (received[0]?.source ?? "").split("\r\n\r\n");
    expect(head).toMatch(/^Subject: /m);
    expect(head).not.toMatch(/^Bcc:/im);
  });

  it("gives up a server that takes the call and says nothing, and keeps the mail for the next try", async () => {
    const context = await testContext();
    const mail = await queuedMail(context);
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    process.env.SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=100`;
    await expect(sendEmails(context, [mail.id])).rejects.toThrow(/Greeting never received/);
    silent.close();
    expect(await stored(context, mail.id)).toMatchObject({
      sentAt: null,
      failureMessage: "Greeting never received",
    });
  });

  it("is queued with the mail, and marks it sent once", async () => {
    const context = await testContext();
    const mail = await queuedMail(context);
    expect(await waitingJobs(context, "send-email")).toContainEqual({ emailIds: [mail.id] });
    await sendEmails(context, [mail.id]);
    await sendEmails(context, [mail.id]);
    expect(received).toHaveLength(1);
    expect(await stored(context, mail.id)).toMatchObject({
      sentAt: context.clock.now(),
      failureMessage: null,
    });
  });

  it("marks a mail sent once it is, while the server takes its time over another of the same job", async () => {
    const context = await testContext();
    const [quick, late] = [await queuedMail(context), await queuedMail(context)];
    let finish = () => {};
    slow = { to: late.recipient, until: new Promise((resolve) => (finish = resolve)) };
    const sending = sendEmails(context, [quick.id, late.id]);
    await expect.poll(async () => (await stored(context, quick.id)).sentAt).toEqual(context.clock.now());
    expect((await stored(context, late.id)).sentAt).toBeNull();
    finish();
    await sending;
    expect((await stored(context, late.id)).sentAt).toEqual(context.clock.now());
  });

  it("fails so that the job is tried again, keeps the reason, and succeeds later", async () => {
    const context = await testContext();
    const mail = await queuedMail(context);
    refusal = { code: 451, message: "Mailbox busy, try again later" };
    await expect(sendEmails(context, [mail.id])).rejects.toThrow(/Mailbox busy/);
    expect(await stored(context, mail.id)).toMatchObject({
      sentAt: null,
      failureMessage: expect.stringContaining("Mailbox busy"),
    });
    refusal = null;
    await sendEmails(context, [mail.id]);
    expect(received).toHaveLength(1);
    expect(await stored(context, mail.id)).toMatchObject({ failureMessage: null });
  });
});
