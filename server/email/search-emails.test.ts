import { describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { messageAfter, postForm } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { BEING_SENT, emailList, KEPT_IN_OUTBOX } from "./email-search.ts";
import { findEmail, resendEmail, resendMany, searchEmails } from "./outbox.server.ts";

async function write(key: string, recipient: string, state: Partial<OutboxEmail> = {}): Promise<number> {
  const em = administrator.em.fork();
  const mail = em.create(OutboxEmail, {
    key,
    template: "test",
    recipient,
    subject: `About ${key}`,
    html: `<p>${key}</p>`,
    text: key,
    ...state,
  });
  await em.flush();
  return mail.id;
}

async function subjectsOf(search: Record<string, string>): Promise<string[]> {
  const { emails } = await searchEmails(administrator, emailList.read(new URLSearchParams(search)));
  return emails.map(({ subject }) => subject);
}

const context = await testContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
await write("sent", "Jane_1@example.com", { sentAt: new Date("2026-03-01T10:00:00Z") });
await write("queued", "janex1@example.com");
await write("failed", "tom@example.com", { failureMessage: "550 No such mailbox" });
await write("kept", "tom@example.com", { failureMessage: KEPT_IN_OUTBOX });

describe("the outbox for administrators", () => {
  it("lists mails by what became of them, the newest first", async () => {
    expect(await subjectsOf({})).toEqual(["About kept", "About failed", "About queued", "About sent"]);
    for (const state of ["sent", "queued", "failed", "kept"]) {
      expect(await subjectsOf({ state })).toEqual([`About ${state}`]);
    }
  });

  it("finds by the beginning of the recipient's address, taking no letter for a wildcard", async () => {
    expect(await subjectsOf({ recipient: "JANE_1" })).toEqual(["About sent"]);
    expect(await subjectsOf({ recipient: "tom@" })).toEqual(["About kept", "About failed"]);
    expect(await subjectsOf({ recipient: "example.com" })).toEqual([]);
  });

  it("pages by the id without losing a mail", async () => {
    for (let made = 0; made < 51; made += 1) await write(`page-${made}`, "pages@example.com");
    const first = await searchEmails(administrator, emailList.read(new URLSearchParams("recipient=pages@")));
    expect(first.emails).toHaveLength(50);
    const second = await searchEmails(
      administrator,
      emailList.read(new URLSearchParams({ recipient: "pages@", after: String(first.next) })),
    );
    expect(second).toMatchObject({ emails: [{ subject: "About page-0" }], next: null });
  });

  it("resends one that failed, once however often it is requested", async () => {
    const id = await write("again", "again@example.com", { failureMessage: "no room" });
    await resendEmail(administrator, id);
    await resendEmail(administrator, id);
    expect(await findEmail(administrator, id)).toMatchObject({ state: "queued", failure: null });
    const jobs = await administrator.em.execute<{ count: number }[]>(
      "select count(*)::int as count from graphile_worker.jobs where key = ?",
      [`resend-email:${id}`],
    );
    expect(jobs[0]?.count).toBe(1);
  });

  it("never sends one again that has gone", async () => {
    const id = await write("gone", "gone@example.com", { sentAt: new Date() });
    await expect(resendEmail(administrator, id)).toBeRefused("conflict");
  });

  it("writes down who reads a mail whose link still works", async () => {
    const link = { text: "https://shop.test/reset-password?token=Ab_9-x", html: "<p>Reset</p>" };
    const id = await write("reset", "reset@example.com", link);
    const ordinary = await write("plain", "plain@example.com");
    expect((await findEmail(administrator, id)).text).toBe(link.text);
    await findEmail(administrator, ordinary);
    const entries = await auditEntriesOf(administrator, "emails", id);
    expect(entries).toMatchObject([
      { action: "read", subjectName: `Email ${id}`, after: { template: "test" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Ab_9-x");
    expect(await auditEntriesOf(administrator, "emails", ordinary)).toEqual([]);
  });
});

it("leaves no address in the audit, which is never deleted", async () => {
  const link = { text: "https://shop.test/reset-password?token=Ab_9-x" };
  const id = await write("named", "named@example.com", {
    ...link,
    failureMessage: "550 named@example.com unknown",
  });
  await findEmail(administrator, id);
  await resendEmail(administrator, id);
  const entries = await auditEntriesOf(administrator, "emails", id);
  expect(entries.map(({ action }) => action)).toEqual(["read", "sent again"]);
  expect(JSON.stringify(entries)).not.toContain("named@example.com");
});

describe("sending the ticked mails again", () => {
  function formOf(ids: readonly number[]): FormData {
    const form = new FormData();
    for (const id of ids) form.append("email", String(id));
    return form;
  }
  const stateOf = async (id: number) => (await findEmail(administrator, id)).state;

  it("sends each again and names them", async () => {
    const one = await write("bulk-1", "bulk@example.com", { failureMessage: "no room" });
    const other = await write("bulk-2", "bulk@example.com", { failureMessage: KEPT_IN_OUTBOX });
    expect(await messageAfter(resendMany, administrator, formOf([one, other]))).toMatchObject({
      title: "2 emails being sent again",
      description: "About bulk-1 (bulk@example.com), About bulk-2 (bulk@example.com).",
    });
    expect([await stateOf(one), await stateOf(other)]).toEqual(["queued", "queued"]);
  });

  it("leaves what has gone, and what may have arrived and must not come twice", async () => {
    const failed = await write("bulk-3", "bulk@example.com", { failureMessage: "no room" });
    const sent = await write("bulk-4", "bulk@example.com", { sentAt: new Date() });
    const perhaps = await write("bulk-5", "bulk@example.com", { failureMessage: BEING_SENT });
    const resend = postForm(administrator, "emails.resendMany", formOf([failed, sent, perhaps]));
    await expect(resend).toBeRefused("conflict", {
      message: "2 were not sent again. Done: About bulk-3 (bulk@example.com).",
      fields: {
        email: [
          "About bulk-4 (bulk@example.com): This mail has been sent meanwhile.",
          "About bulk-5 (bulk@example.com): It may have arrived. Open it to send it again.",
        ],
      },
    });
    expect([await stateOf(failed), await stateOf(sent), await stateOf(perhaps)]).toEqual([
      "queued",
      "sent",
      "failed",
    ]);
  });
});
