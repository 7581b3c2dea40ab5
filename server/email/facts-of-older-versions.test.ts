import { expect, it } from "vitest";
import type { EmailFacts } from "./email-templates.server.tsx";
import older from "./facts-of-older-versions.json" with { type: "json" };
import { bodiesOf } from "./send-email.server.ts";

/*
 * A mail waits in the outbox while the shop is brought up to date, and the new version renders what the older one has
 * queued. The file keeps what the version of 23 November 2026 queued: a template takes new facts as optional ones, and
 * stays for as long as its mails may wait.
 */

it.each(Object.entries(older.mails))(
  "%s is rendered of the facts that an older version queued",
  (template, facts) => {
    const props = { ...facts, store: older.store } as unknown as EmailFacts;
    const { html, text } = bodiesOf({ template, props, html: "", text: "" });
    for (const body of [html, text]) {
      expect(body).toContain(older.store.name);
      expect(body).not.toMatch(/undefined|NaN|\[object|Invalid/);
    }
  },
);
