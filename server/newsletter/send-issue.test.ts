import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  AuditEntry,
  NewsletterDelivery,
  NewsletterIssue,
  OutboxEmail,
  Subscriber,
} from "#db/entities/index.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { closeMailConnections, sendEmails } from "#server/email/send-email.server.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { waitingJobs } from "#server/testing/mailed.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { deleteIssue, findIssue, findStaffIssue, listIssues, saveIssue, testIssue } from "./issues.server.ts";
import { sendIssue, sendWave as sendWaveOf, steerIssue } from "./send-issue.server.ts";
import { newsletterEnd, unsubscribe } from "./subscribe.server.ts";

/** Of a wave, so that a few addresses are several. */
const WAVE_SIZE = 3;

let context: Context;
let administrator: Context;

/** Recipients as the mail server has got them, and the last mail's source. */
let received: string[];
let source: string;
/** Called before the mail server says that it has a mail. */
let beforeAccepting: () => Promise<void>;

beforeEach(async () => {
  context = await testContext({ actor: { kind: "system" } });
  administrator = asUser(context, await makeUser(context, { role: "administrator" }));
  const em = context.em.fork();
  for (const table of ["newsletter_delivery", "newsletter_issue", "newsletter_subscriber", "outbox_email"]) {
    await em.execute(`delete from ${table}`);
  }
  received = [];
  beforeAccepting = async () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        source = Buffer.concat(parts).toString("utf8");
        await beforeAccepting();
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
});
afterEach(() => {
  delete process.env.SMTP_URL;
  closeMailConnections();
});

const fresh = () => context.em.fork();

async function subscribers(count: number, state = "confirmed"): Promise<string[]> {
  await fresh().execute(
    `insert into newsletter_subscriber (email, state, consent_wording, consent_source, consent_at)
     select ? || '-' || number || '@example.com', ?, 'words', 'home', now() from generate_series(1, ?) number`,
    [state, state, count],
  );
  return Array.from({ length: count }, (_, index) => `${state}-${index + 1}@example.com`);
}

/** A draft as staff see it. */
async function draft(subject = "The kiln is warm") {
  const { id } = await saveIssue(administrator, { subject, body: "# News\n\n[Buy](/products) *now*." });
  const { version } = await findStaffIssue(administrator, id);
  return { id, seenVersion: version };
}

const sendWave = (of: Context, { issueId }: { issueId: number }) =>
  sendWaveOf(of, { issueId, size: WAVE_SIZE });

async function begun(recipients: number): Promise<number> {
  const expected = await draft();
  await sendIssue(administrator, { ...expected, recipients });
  return expected.id;
}

/** Sends every mail of the outbox, as the jobs do. */
async function sendOutbox(): Promise<void> {
  const mails = await fresh().find(OutboxEmail, { sentAt: null }, { orderBy: { id: "asc" } });
  for (const { id } of mails) await sendEmails(context, [id]);
}

async function sendAll(issueId: number): Promise<void> {
  for (let wave = 0; wave < 5; wave += 1) {
    await sendWave(context, { issueId });
    await sendOutbox();
  }
}

const stateOf = async (id: number) => (await fresh().findOneOrFail(NewsletterIssue, id)).state;

describe("an issue", () => {
  it("goes once to each confirmed address and to no other, in waves", async () => {
    const confirmed = await subscribers(2 * WAVE_SIZE + 3);
    await subscribers(4, "pending");
    await subscribers(4, "unsubscribed");
    const issueId = await begun(confirmed.length);
    expect(await waitingJobs(context, "send-newsletter-wave")).toContainEqual({ issueId });
    await sendWave(context, { issueId });
    expect(await fresh().count(OutboxEmail)).toBe(WAVE_SIZE);
    // While the last wave is under way there is no next one.
    await sendWave(context, { issueId });
    expect(await fresh().count(OutboxEmail)).toBe(WAVE_SIZE);
    await sendOutbox();
    await sendAll(issueId);
    expect(received.sort()).toEqual(confirmed.sort());
    expect(await findStaffIssue(administrator, issueId)).toMatchObject({
      state: "sent",
      progress: { sent: confirmed.length, waiting: 0, skipped: 0, failed: [] },
    });
  });

  it("goes to twenty-five addresses at a time", async () => {
    await subscribers(26);
    const issueId = await begun(26);
    await sendWaveOf(context, { issueId });
    expect(await fresh().count(OutboxEmail)).toBe(25);
  });

  it("carries a one-click unsubscription, who sends it and whole links, and nothing that tells who opens it", async () => {
    const [email = ""] = await subscribers(1);
    await sendAll(await begun(1));
    const text = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    expect(text).toMatch(
      /^List-Unsubscribe:\s+<http:\/\/shop\.test\/newsletter\/unsubscribe\?token=[\w.-]+>/m,
    );
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(text).toContain('href="http://shop.test/products"');
    expect(text).toContain(context.settings.storeEmail);
    expect(text).toContain("Unsubscribe");
    expect(text).not.toMatch(/<img|background=|url\(/i);
    expect(received).toEqual([email]);
  });

  it("loses and doubles nobody when the database connection dies in the middle of a wave", async () => {
    const confirmed = await subscribers(WAVE_SIZE + 2);
    const issueId = await begun(confirmed.length);
    // A sequence remembers what a transaction that died had done.
    await fresh().execute(`create sequence written;
      create function die() returns trigger language plpgsql as $$
      begin if nextval('written') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new; end $$;
      create trigger die before insert on outbox_email for each row execute function die()`);
    await sendWave(context, { issueId }).catch(() => undefined);
    await fresh().execute("drop trigger die on outbox_email");
    const queued = await fresh().count(OutboxEmail);
    expect(queued % WAVE_SIZE).toBe(0);
    await sendAll(issueId);
    expect(received.sort()).toEqual(confirmed.sort());
    expect(await stateOf(issueId)).toBe("sent");
  });

  it("is written once to each address when two workers run the same wave", async () => {
    const confirmed = await subscribers(2 * WAVE_SIZE);
    const issueId = await begun(2 * WAVE_SIZE);
    await Promise.all([sendWave(context, { issueId }), sendWave(context, { issueId })]);
    await sendAll(issueId);
    expect(received.sort()).toEqual(confirmed.sort());
  });

  it("is not mailed again to whom a killed process was just mailing it: staff read so", async () => {
    await subscribers(1);
    const issueId = await begun(1);
    await sendWave(context, { issueId });
    const [mail] = await fresh().find(OutboxEmail, {});
    if (!mail) throw new Error("no mail");
    // The mail server has it, and the process ends before it hears so: another one takes the job.
    beforeAccepting = async () => {
      beforeAccepting = async () => undefined;
      await sendEmails(context, [mail.id]);
      const { progress } = await findStaffIssue(administrator, issueId);
      expect(progress).toMatchObject({
        sent: 0,
        failed: [{ count: 1, reason: expect.stringContaining("cut off") }],
      });
    };
    await sendEmails(context, [mail.id]);
    expect(received).toHaveLength(1);
  });

  it("leaves out who unsubscribes or is erased before it is their turn", async () => {
    await subscribers(WAVE_SIZE + 2);
    const issueId = await begun(WAVE_SIZE + 2);
    await sendWave(context, { issueId });
    const [queued] = await fresh().find(OutboxEmail, {}, { orderBy: { id: "asc" } });
    const token = new URL(queued?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    await unsubscribe(context, token);
    const last = await fresh().findOneOrFail(Subscriber, { email: "confirmed-1@example.com" });
    await fresh().nativeDelete(Subscriber, last.id);
    await sendOutbox();
    await sendAll(issueId);
    expect(received).toHaveLength(WAVE_SIZE);
    expect(received).not.toContain(queued?.recipient);
    expect((await findStaffIssue(administrator, issueId)).progress).toMatchObject({
      sent: WAVE_SIZE,
      skipped: 2,
    });
  });

  describe.each([
    ["is written already", "confirmed-2@example.com", "confirmed-1@example.com"],
    ["is still to be written", "confirmed-1@example.com", "confirmed-2@example.com"],
  ])("leaves out whose mail %s in the same wave and", (_when, email, other) => {
    const unsubscribes = async () => {
      const { id } = await fresh().findOneOrFail(Subscriber, { email });
      const link = new URL(await newsletterEnd.linkTo(fresh(), context.publicUrl, id));
      await unsubscribe(context, link.searchParams.get("token") ?? "");
    };
    const isErased = async () => {
      const { id: userId } = await makeUser(context);
      await eraseTraces(context, { userId, email, emailIsVerified: true });
    };

    it.each([
      ["unsubscribes", unsubscribes],
      ["is erased", isErased],
    ])("%s", async (_how, leave) => {
      await subscribers(2);
      await fresh().execute("update newsletter_subscriber set created_at = '2026-01-01'");
      const issueId = await begun(2);
      let hasLeft = false;
      const { wave, leaving } = await inTransaction(context.em, async (em) => {
        await em.execute(
          `select from newsletter_delivery where subscriber_id = (
             select id from newsletter_subscriber where email = ?) for update`,
          [other],
        );
        const wave = sendWave(context, { issueId });
        await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
        const leaving = leave().then(() => (hasLeft = true));
        await expect
          .poll(async () => hasLeft || (await countWaiting()) === 2, { timeout: 10_000 })
          .toBe(true);
        return { wave, leaving };
      });
      await Promise.all([wave, leaving]);
      await sendOutbox();
      expect(received).toEqual([other]);
      expect(await fresh().count(NewsletterDelivery, { issue: issueId, state: "skipped" })).toBe(1);
    });
  });

  it("waits while it is paused, goes on, and is stopped for good with what is in the outbox", async () => {
    await subscribers(WAVE_SIZE + 1);
    const issueId = await begun(WAVE_SIZE + 1);
    await steerIssue(administrator, { id: issueId, to: "paused" });
    await sendWave(context, { issueId });
    expect(await fresh().count(OutboxEmail)).toBe(0);
    await steerIssue(administrator, { id: issueId, to: "sending" });
    await sendWave(context, { issueId });
    expect(await fresh().count(OutboxEmail)).toBe(WAVE_SIZE);
    await steerIssue(administrator, { id: issueId, to: "stopped" });
    await sendAll(issueId);
    expect(received).toEqual([]);
    expect(await fresh().count(NewsletterDelivery, { issue: issueId, state: "skipped" })).toBe(WAVE_SIZE + 1);
    await expect(steerIssue(administrator, { id: issueId, to: "sending" })).toBeRefused("conflict");
  });

  it("is sent to as many as the person agreed to, once, and is a draft no more", async () => {
    await subscribers(2);
    const expected = await draft();
    for (const recipients of [1, 3]) {
      await expect(sendIssue(administrator, { ...expected, recipients })).rejects.toMatchObject({
        message: `There are 2 confirmed addresses now, not ${recipients}. Nothing was sent; please look again.`,
      });
    }
    const attempts = await Promise.allSettled([
      sendIssue(administrator, { ...expected, recipients: 2 }),
      sendIssue(administrator, { ...expected, recipients: 2 }),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const change of [
      () => saveIssue(administrator, { ...expected, subject: "Other", body: "Words" }),
      () => deleteIssue(administrator, expected),
      () => testIssue(administrator, expected),
    ]) {
      await expect(change()).toBeRefused("conflict");
    }
    await sendAll(expected.id);
    expect(received).toHaveLength(2);
  });

  it("begins once and mails each address once, however often Send is pressed", async () => {
    const confirmed = await subscribers(3);
    const expected = await draft();
    const press = () => sendIssue({ ...administrator, em: fresh() }, { ...expected, recipients: 3 });
    const presses = await Promise.allSettled([press(), press(), press()]);
    presses.push(...(await Promise.allSettled([press()])));
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await fresh().count(NewsletterDelivery)).toBe(3);
    expect(
      await fresh().count(AuditEntry, {
        action: "newsletter sending began",
        subjectId: `newsletter-${expected.id}`,
      }),
    ).toBe(1);
    expect(await waitingJobs(context, "send-newsletter-wave")).toContainEqual({ issueId: expected.id });
    await sendAll(expected.id);
    expect(received.sort()).toEqual(confirmed.sort());
  });

  describe("where there are subscribers of the demo data", () => {
    /** Two of three addresses are made up. */
    async function withDemo(): Promise<string> {
      const [own = ""] = await subscribers(3);
      await fresh().execute(
        `insert into demo_record (table_name, record_id)
         select 'newsletter_subscriber', id::text from newsletter_subscriber where email <> ?`,
        [own],
      );
      onTestFinished(async () => {
        await fresh().execute("delete from demo_record where table_name = 'newsletter_subscriber'");
      });
      return own;
    }

    it("mails none of them once mails leave this machine, and says so before it is sent", async () => {
      const own = await withDemo();
      const expected = await draft();
      expect(await findStaffIssue(administrator, expected.id)).toMatchObject({
        confirmed: 1,
        leftOutOfDemo: 2,
      });
      await expect(sendIssue(administrator, { ...expected, recipients: 3 })).toBeRefused("conflict");
      await sendIssue(administrator, { ...expected, recipients: 1 });
      await sendAll(expected.id);
      expect(received).toEqual([own]);
    });

    it("writes to them where mails stay in the outbox, and to none who waits when they leave it", async () => {
      const own = await withDemo();
      const smtp = process.env.SMTP_URL;
      delete process.env.SMTP_URL;
      const expected = await draft();
      expect(await findStaffIssue(administrator, expected.id)).toMatchObject({
        confirmed: 3,
        leftOutOfDemo: 0,
      });
      await sendIssue(administrator, { ...expected, recipients: 3 });
      process.env.SMTP_URL = smtp;
      await sendAll(expected.id);
      expect(received).toEqual([own]);
      expect((await findStaffIssue(administrator, expected.id)).progress).toMatchObject({
        sent: 1,
        skipped: 2,
      });
    });
  });

  it("is shown to everybody once it is sent, and never as a draft", async () => {
    await subscribers(1);
    const expected = await draft("Quiet words");
    expect(await listIssues(context)).toEqual([]);
    expect(await findIssue(context, "quiet-words")).toBeUndefined();
    await sendIssue(administrator, { ...expected, recipients: 1 });
    expect(await listIssues(context)).toMatchObject([{ slug: "quiet-words", subject: "Quiet words" }]);
    expect(await findIssue(context, "quiet-words")).toMatchObject({
      html: expect.stringContaining("<h2>News</h2>"),
    });
  });

  it("stays as it is, with no word in the audit log, when its form is saved untouched", async () => {
    const expected = await draft();
    const written = () => fresh().count(AuditEntry);
    const before = await written();
    // As a form without JavaScript sends the lines of a text.
    await saveIssue(administrator, {
      ...expected,
      subject: "The kiln is warm",
      body: "# News\r\n\r\n[Buy](/products) *now*.",
    });
    const { body, version } = await findStaffIssue(administrator, expected.id);
    expect({ body, version }).toEqual({
      body: "# News\n\n[Buy](/products) *now*.",
      version: expected.seenVersion,
    });
    expect(await written()).toBe(before);
  });

  it("is tested by the person who writes it, alone", async () => {
    await subscribers(3);
    const { recipient } = await testIssue(administrator, await draft());
    await sendOutbox();
    expect(received).toEqual([recipient]);
    expect(source).toContain("This is a test.");
  });
});
