import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema under which links stayed in mails that were sent. */
const BEFORE = "Migration20261122185722";

it("mails that were sent before lose what their links open, and those still to be sent keep it", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const html = `<a href="https://shop.test/verify-email?email=a%40b.example&amp;token=Ab_9-x">Verify</a><p>123456</p>`;
    const text = "Dear Ann,\nhttps://shop.test/order-confirmation?t=INV-1.20260302.c2ln\nOrder 123456 of £9";
    for (const [key, sentAt] of [
      ["sent", "now()"],
      ["waiting", "null"],
    ]) {
      await run(`insert into outbox_email (key, template, recipient, subject, html, text, unsubscribe_url, sent_at)
        values ('${key}', 'verify-email', 'a@b.example', 'Verify', '${html}', '${text}',
          'https://shop.test/newsletter/unsubscribe?token=7.c2ln', ${sentAt})`);
    }
    await upgrade();
    const columns = `"key", html, text, unsubscribe_url`;
    expect(await run(`select ${columns} from outbox_email order by id`)).toEqual([
      {
        key: "sent",
        html: html.replace("Ab_9-x", "removed").replace("123456", "removed"),
        text: text.replace("INV-1.20260302.c2ln", "removed"),
        unsubscribe_url: null,
      },
      { key: "waiting", html, text, unsubscribe_url: "https://shop.test/newsletter/unsubscribe?token=7.c2ln" },
    ]);
  }));

it("a mail that was rendered before it was sent keeps its words, with no facts to render it anew", () =>
  withOldDatabase("Migration20261123151600", async ({ run, upgrade }) => {
    await run(`insert into outbox_email (key, template, recipient, subject, html, text)
      values ('waiting', 'verify-email', 'a@b.example', 'Verify', '<p>Verify</p>', 'Verify')`);
    await upgrade();
    expect(await run("select html, text, props from outbox_email")).toEqual([
      { html: "<p>Verify</p>", text: "Verify", props: null },
    ]);
  }));
