import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { Enquiry } from "#db/entities/index.ts";
import { asUser, makeOrder, makeUser, testContext, withSettings } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { messageAfter } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { answerEnquiry, listEnquiries, markAnswered, sendEnquiry } from "./enquiries.server.ts";
import { enquiryList, enquirySchema } from "./enquiry.schema.ts";

const message = (subject: string) => ({
  name: "Wren Writer",
  email: "wren@example.com",
  subject,
  message: "How much for ten square metres?\n<b>Thanks</b>",
});

const staffOf = async (role: "shop_manager" | "customer") => {
  const context = await testContext();
  return asUser(context, await makeUser(context, { role, name: "Sam Staff" }));
};

const find = async (text: string) =>
  listEnquiries(await staffOf("shop_manager"), enquiryList.read(new URLSearchParams(text)));

describe("an enquiry", () => {
  it("is kept and mailed to the store, its text as text", async () => {
    const context = await testContext({ settings: { storeEmail: "enquiries@shop.test" } });
    const { id } = await sendEnquiry(context, message("Ten metres"));
    expect(await context.em.fork().findOneOrFail(Enquiry, id)).toMatchObject({
      ...message("Ten metres"),
      answeredAt: null,
      createdAt: context.clock.now(),
    });
    const [mail] = await mailsTo(context, "enquiries@shop.test");
    expect(mail).toMatchObject({ subject: "Enquiry from Wren Writer: Ten metres" });
    expect(mail?.html).toContain("&lt;b&gt;Thanks");
  });

  it("is refused after many from one address", async () => {
    const context = await testContext({ clientAddress: "203.0.113.41" });
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.1");
    try {
      await sendEnquiry(context, message("One"));
      await sendEnquiry(context, message("Two"));
      await expect(sendEnquiry(context, message("Three"))).toBeRefused("rate_limited");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("needs a name, an address, a subject and a message, and says so beside each", () => {
    const refused = enquirySchema.safeParse({ name: " ", email: "wren", subject: "", message: "too short" });
    expect(refused.error?.issues.map(({ message: text }) => text)).toEqual([
      "Name is required",
      "Please enter a valid email address",
      "Subject must be at least 2 characters",
      "Message must be at least 10 characters",
    ]);
    // A subject becomes the line of a mail.
    expect(enquirySchema.parse(message("Two\r\nlines")).subject).toBe("Two lines");
  });
});

describe("the enquiries as staff see them", () => {
  it("are searched, filtered by answered or not, and paged", async () => {
    const ids: number[] = [];
    for (let made = 0; made < 27; made += 1) {
      ids.push((await sendEnquiry(await testContext(), message(`Paged ${made}`))).id);
    }
    await markAnswered(await staffOf("shop_manager"), { id: ids[4] ?? 0, answered: true, note: "Rang back" });
    const first = await find("search=PAGED");
    expect(first.enquiries).toHaveLength(25);
    expect((await find(`search=paged&after=${first.next}`)).enquiries.map(({ id }) => id)).toEqual([
      ids[1],
      ids[0],
    ]);
    const enquiries = (await find("search=paged&state=answered")).enquiries;
    expect(enquiries).toMatchObject([{ id: ids[4], answeredBy: "Sam Staff", note: "Rang back" }]);
    expect((await find("search=paged 4&state=open")).enquiries).toEqual([]);
  });

  it("are answered by mail, with the answer in the thread; a form sent twice is one answer", async () => {
    const context = await testContext();
    const email = "asker@example.com";
    const { id } = await sendEnquiry(context, { ...message("Answered here"), email });
    const staff = withSettings(await staffOf("shop_manager"), { storeEmail: "enquiries@shop.test" });
    const first = { id, key: randomUUID(), text: "Dear Wren,\n£90 <in all>." };
    await Promise.all([answerEnquiry(staff, first), answerEnquiry(staff, first)]);
    expect(await answerEnquiry(staff, first)).toEqual({ recipient: email });
    await answerEnquiry(staff, { id, key: randomUUID(), text: "And delivery is free." });
    const [enquiry] = (await find("search=answered here")).enquiries;
    expect(enquiry).toMatchObject({ answeredAt: context.clock.now().toISOString(), answeredBy: "Sam Staff" });
    expect(enquiry?.answers.map(({ text, by }) => [text, by])).toEqual([
      [first.text, "Sam Staff"],
      ["And delivery is free.", "Sam Staff"],
    ]);
    const mails = await mailsTo(context, email);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ subject: "Re: Answered here", replyTo: "enquiries@shop.test" });
    expect(mails[0]?.html).toContain("£90 &lt;in all&gt;");
    // Line by line, with what it answers.
    expect(mails[0]?.text).toMatch(
      /Dear Wren,\n£90 <in all>\.\n[\s\S]*How much for ten square metres\?\n<b>Thanks<\/b>/,
    );
    const entries = await auditEntriesOf(context, "enquiries", id);
    expect(entries.map(({ action }) => action)).toEqual(["answered by email", "answered by email"]);
  });

  it("stand beside the last three orders of their address, without a word of money", async () => {
    const context = await testContext();
    const email = "buys@example.com";
    await sendEnquiry(context, { ...message("With orders"), email });
    const placed = [];
    for (const day of [1, 2, 3, 4]) {
      placed.push(
        await makeOrder(context, {
          customerEmail: "BUYS@example.com",
          createdAt: new Date(`2026-02-0${day}T10:00:00Z`),
        }),
      );
    }
    await makeOrder(context, { customerEmail: "other@example.com" });
    const [enquiry] = (await find("search=with orders")).enquiries;
    expect(enquiry?.orders.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      placed
        .slice(1)
        .reverse()
        .map(({ invoiceNumber }) => invoiceNumber),
    );
    expect(JSON.stringify(enquiry?.orders)).not.toMatch(/amount|price|total/i);
  });

  it("are marked by a form", async () => {
    const context = await testContext();
    const { id } = await sendEnquiry(context, message("By form"));
    const staff = await staffOf("shop_manager");
    const send = (fields: Record<string, string>) =>
      messageAfter(markAnswered, staff, { id: String(id), ...fields });
    const answered = async () => (await find("search=by form")).enquiries[0]?.answeredAt !== null;
    expect(await send({ answered: "on", note: "Rang back" })).toMatchObject({
      title: "Enquiry marked as answered",
    });
    expect(await answered()).toBe(true);
    await send({});
    expect(await answered()).toBe(false);
  });

  it("keep the note of a colleague from a list that is older than it", async () => {
    const { id } = await sendEnquiry(await testContext(), message("Noted twice"));
    const staff = await staffOf("shop_manager");
    const noteNow = async () => (await find("search=noted twice")).enquiries[0]?.note;
    const mark = (fields: Record<string, string>) =>
      messageAfter(markAnswered, staff, { id: String(id), answered: "on", ...fields });
    await mark({ seenNote: "", note: "Rang back" });
    await expect(mark({ seenNote: "", note: "Wrote a letter" })).toBeRefused("conflict");
    expect(await noteNow()).toBe("Rang back");
    // Nothing typed changes nothing, nor does opening it again.
    await mark({ seenNote: "", note: "" });
    await mark({ answered: "" });
    expect(await noteNow()).toBe("Rang back");
    await mark({ seenNote: "Rang back", note: "Wrote a letter" });
    expect(await noteNow()).toBe("Wrote a letter");
    await mark({ seenNote: "Wrote a letter", note: "" });
    expect(await noteNow()).toBe("");
  });

  it("leave no word of theirs or of staff's note in the audit, which is never deleted", async () => {
    const { id } = await sendEnquiry(await testContext(), message("From Wren in Kelso"));
    const staff = await staffOf("shop_manager");
    await markAnswered(staff, { id, answered: true, note: "Rang Wren" });
    await markAnswered(staff, { id, answered: true, seenNote: "Rang Wren", note: "Wrote to Wren" });
    await answerEnquiry(staff, { id, key: randomUUID(), text: "Dear Wren" });
    const entries = await auditEntriesOf(staff, "enquiries", id);
    expect(entries).toMatchObject([
      { subjectName: `Enquiry ${id}`, after: { answered: true, note: "changed" } },
      { action: "answered", after: { note: "changed" } },
      { action: "answered by email", subjectName: `Enquiry ${id}` },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Wren");
  });

  it("are marked as answered and opened again, and the audit says by whom", async () => {
    const context = await testContext();
    const { id } = await sendEnquiry(context, message("Audited"));
    const staff = await staffOf("shop_manager");
    await markAnswered(staff, { id, answered: true });
    await markAnswered(staff, { id, answered: true });
    await markAnswered(staff, { id, answered: false });
    const entries = await auditEntriesOf(context, "enquiries", id);
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["answered", "Sam Staff"],
      ["opened again", "Sam Staff"],
    ]);
    await expect(markAnswered(staff, { id: 999_999, answered: true })).toBeRefused("not_found");
  });
});
