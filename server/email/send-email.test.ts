import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { testContext, withSettings } from "#server/testing/factories.ts";
import { findMail, waitingJobs } from "#server/testing/mailed.ts";
import { type QueuedEmail, queueEmail, queueEmails } from "./queue-email.server.ts";
import { closeMailConnections, sendEmails } from "./send-email.server.ts";

const servers: SMTPServer[] = [];

afterEach(async () => {
  delete process.env.SMTP_URL;
  closeMailConnections();
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done()))),
  );
});

/** A mail server on a free port that stores its mails, or refuses all. */
async function mailServer({ refuse = false } = {}): Promise<string[]> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith("@refused.example") ? new Error("no such mailbox") : null),
    onData(stream, _session, done) {
      let mail = "";
      stream.on("data", (chunk: Buffer) => {
        mail += chunk.toString();
      });
      stream.on("end", () => {
        if (refuse) return done(new Error("no room"));
        received.push(mail);
        done();
      });
    },
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return received;
}

function mailOf(key: string): QueuedEmail {
  return {
    key,
    template: "payment-problem",
    recipient: "owner@example.com",
    props: {
      customerName: "Gwen Guest",
      customerEmail: "gwen@example.com",
      amount: "£12.34",
      paymentId: "pi_1",
      reason: "It was paid in usd, not in pounds.",
      isReturned: false,
    },
  };
}

async function queue(context: Context, key: string): Promise<OutboxEmail> {
  await context.em.fork().transactional((em) => queueEmail(em, context, mailOf(key)));
  return findMail(context, { key });
}

const reread = (context: Context, mail: OutboxEmail) => context.em.fork().findOneOrFail(OutboxEmail, mail.id);

describe("a queued mail", () => {
  it("is written once for a key, with one job, in HTML and in text", async () => {
    const context = await testContext();
    const first = await queue(context, "once");
    const second = await queue(context, "once");
    expect(second.id).toBe(first.id);
    expect(first.text).toContain("£12.34");
    expect(first.html).toContain("£12.34");
    const jobs = await context.em.execute(
      "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send-email'",
    );
    expect(jobs).toEqual([{ n: 1 }]);
  });

  it("waits with others in one job, in one statement", async () => {
    const context = await testContext();
    const mails = ["pair-1", "pair-2"].map(mailOf);
    await context.em.fork().transactional((em) => queueEmails(em, context, mails));
    const [first, second] = [
      await findMail(context, { key: "pair-1" }),
      await findMail(context, { key: "pair-2" }),
    ];
    expect(await waitingJobs(context, "send-email")).toContainEqual({ emailIds: [first.id, second.id] });
  });

  it("states the facts of the moment in which it was queued, and is rendered when it is sent", async () => {
    const context = await testContext();
    const received = await mailServer();
    const mail = await queue(context, "frozen");
    expect(await reread(context, mail)).toMatchObject({ html: "", props: { amount: "£12.34" } });
    await sendEmails(withSettings(context, { storeName: "Renamed" }), [mail.id]);
    expect(received[0]).toContain(context.settings.storeName);
    expect(await reread(context, mail)).toMatchObject({
      props: null,
      text: expect.stringContaining("£12.34"),
    });
  });

  it("that has its words already is sent as it is", async () => {
    const context = await testContext();
    const received = await mailServer();
    await context.em.fork().execute(
      `insert into outbox_email (key, template, recipient, subject, html, text)
       values ('rendered', 'no-longer-there', 'a@example.com', 'Old', '<p>Old words</p>', 'Old words')`,
    );
    const mail = await findMail(context, { key: "rendered" });
    await sendEmails(context, [mail.id]);
    expect(received[0]).toContain("Old words");
    expect(await reread(context, mail)).toMatchObject({ sentAt: expect.any(Date), text: "Old words" });
  });

  it("disappears with the transaction that promised it", async () => {
    const context = await testContext();
    const failing = context.em.fork().transactional(async (em) => {
      await em.execute(
        "insert into outbox_email (key, template, recipient, subject, html, text) values ('gone', 'x', 'x', 'x', '', '')",
      );
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await context.em.fork().count(OutboxEmail, { key: "gone" })).toBe(0);
  });

  it("stays in the outbox, marked so, without a mail server", async () => {
    const context = await testContext();
    const mail = await queue(context, "kept");
    await sendEmails(context, [mail.id]);
    expect(await reread(context, mail)).toMatchObject({ sentAt: null, failureMessage: "kept in the outbox" });
  });

  it("is sent once, however often its job runs", async () => {
    const context = await testContext();
    const received = await mailServer();
    const mail = await queue(context, "sent");
    await sendEmails(context, [mail.id]);
    await sendEmails(context, [mail.id]);
    expect(received).toHaveLength(1);
    expect(received[0]).toContain("To: owner@example.com");
    expect((await reread(context, mail)).sentAt).not.toBeNull();
  });

  it("is not sent again when another one of its job is refused", async () => {
    const context = await testContext();
    const received = await mailServer();
    const [taken, refused] = [await queue(context, "taken"), await queue(context, "turned down")];
    const ids = [taken.id, refused.id];
    await context.em.fork().nativeUpdate(OutboxEmail, refused.id, { recipient: "nobody@refused.example" });
    await expect(sendEmails(context, ids)).rejects.toThrow("no such mailbox");
    expect(await reread(context, refused)).toMatchObject({ sentAt: null, props: expect.any(Object) });
    await context.em.fork().nativeUpdate(OutboxEmail, refused.id, { recipient: "somebody@example.com" });
    await sendEmails(context, ids);
    expect(received).toHaveLength(2);
  });

  it("that is refused is kept with the reason, and its job fails so that it runs again", async () => {
    const context = await testContext();
    await mailServer({ refuse: true });
    const mail = await queue(context, "refused");
    await expect(sendEmails(context, [mail.id])).rejects.toThrow();
    const stored = await reread(context, mail);
    expect(stored.sentAt).toBeNull();
    expect(stored.failureMessage).toContain("no room");
  });
});
