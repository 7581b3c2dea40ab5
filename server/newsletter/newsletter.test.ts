import { describe, expect, it, vi } from "vitest";
import { Subscriber } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { sendEmails } from "#server/email/send-email.server.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { subscriberList } from "./newsletter.schema.ts";
import {
  confirmByCode,
  confirmByLink,
  isOurMessage,
  mailNewsletterCode,
  sendNewsletterVerification,
  signMessage,
  subscribe,
  unsubscribe,
} from "./subscribe.server.ts";
import { exportSubscribers, searchSubscribers } from "./subscribers.server.ts";

const INVALID_CODE = "Invalid verification code. Please try again.";

const subscriberOf = async (email: string) =>
  (await testContext()).em.findOneOrFail(Subscriber, { email }, { populate: ["codeHash"] });

/** Signs an address up and has its code mailed. */
async function signedUp(context: Context, email: string): Promise<string> {
  await subscribe(context, { email, source: "home" });
  return mailNewsletterCode(context, { email });
}

async function mailedTo(context: Context, email: string) {
  const mail = (await mailsTo(context, email)).at(-1);
  if (!mail) throw new Error(`no mail to ${email}`);
  const token = (path: string) =>
    new URL(mail.text.match(new RegExp(`http\\S+${path}\\?token=[\\w.-]+`))?.[0] ?? "").searchParams.get(
      "token",
    ) ?? "";
  return { mail, confirm: token("/newsletter/verify"), unsubscribe: token("/newsletter/unsubscribe") };
}

describe("signing up", () => {
  it("keeps the address as pending with the evidence of consent, and mails nothing yet", async () => {
    const context = await testContext();
    await subscribe(context, { email: "Reader@Example.com", source: "home" });
    const subscriber = await subscriberOf("Reader@Example.com");
    expect(subscriber).toMatchObject({ state: "pending", consentSource: "home" });
    expect(subscriber.consentWording).toContain("unsubscribe at any time");
    expect(subscriber.consentAt).toEqual(context.clock.now());
    expect(await mailsTo(context, "Reader@Example.com")).toEqual([]);
  });

  it("knows an address again without regard to case, and leaves a confirmed one alone", async () => {
    const context = await testContext();
    const code = await signedUp(context, "twice@example.com");
    await confirmByCode(context, { email: "TWICE@example.com", code });
    await expect(subscribe(context, { email: "Twice@Example.com", source: "blog" })).resolves.toBeUndefined();
    expect(await context.em.fork().count(Subscriber, { email: { $ilike: "twice@example.com" } })).toBe(1);
    expect(await subscriberOf("twice@example.com")).toMatchObject({
      state: "confirmed",
      consentSource: "home",
    });
  });
});

describe("the mailed code", () => {
  it("confirms once; only its signature is kept", async () => {
    const context = await testContext();
    const code = await signedUp(context, "code@example.com");
    expect(code).toMatch(/^\d{6}$/);
    expect((await mailedTo(context, "code@example.com")).mail.text).toContain(code);
    expect((await subscriberOf("code@example.com")).codeHash).not.toContain(code);
    await confirmByCode(context, {
      email: "code@example.com",
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect((await subscriberOf("code@example.com")).state).toBe("confirmed");
    await expect(confirmByCode(context, { email: "code@example.com", code })).rejects.toThrow(INVALID_CODE);
  });

  it("is refused in the same words when it is wrong, too old, of nobody, or tried too often", async () => {
    const context = await testContext();
    const code = await signedUp(context, "wrong@example.com");
    const wrong = code === "000000" ? "000001" : "000000";
    const later = { ...context, clock: fixedClock("2026-03-02T12:31:00Z") };
    await expect(confirmByCode(later, { email: "wrong@example.com", code })).rejects.toThrow(INVALID_CODE);
    await expect(confirmByCode(context, { email: "nobody@example.com", code })).rejects.toThrow(INVALID_CODE);
    for (let tried = 0; tried < 5; tried += 1) {
      await expect(confirmByCode(context, { email: "wrong@example.com", code: wrong })).toBeRefused(
        "validation_failed",
        { message: INVALID_CODE },
      );
    }
    await expect(confirmByCode(context, { email: "wrong@example.com", code })).rejects.toThrow(INVALID_CODE);
    expect((await subscriberOf("wrong@example.com")).state).toBe("pending");
  });

  it("is not shown on screen where a mail server is set up, and only subscribers are mailed a code", async () => {
    const context = await testContext();
    await sendNewsletterVerification(context, { email: "never@example.com" });
    expect(await mailsTo(context, "never@example.com")).toEqual([]);
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    try {
      await subscribe(context, { email: "smtp@example.com", source: "home" });
      expect(await sendNewsletterVerification(context, { email: "smtp@example.com" })).toEqual({
        shownCode: null,
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("is shown on screen to this machine alone, as the outbox is", async () => {
    const context = await testContext();
    vi.stubEnv("EMBEDDED_DATABASE", "1");
    const shownTo = async (fromThisMachine: boolean) => {
      const email = `tunnel-${fromThisMachine}@example.com`;
      await subscribe(context, { email, source: "home" });
      return (await sendNewsletterVerification({ ...context, fromThisMachine }, { email })).shownCode;
    };
    try {
      expect(await shownTo(true)).toMatch(/^\d{6}$/);
      expect(await shownTo(false)).toBeNull();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("is not shown on screen of a public shop, where it would confirm anybody's address", async () => {
    const context = await testContext();
    vi.stubEnv("PUBLIC_URL", "https://shop.example");
    try {
      await subscribe(context, { email: "public@example.com", source: "home" });
      const { shownCode } = await sendNewsletterVerification(context, { email: "public@example.com" });
      expect(shownCode).toBeNull();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("is left to one and the same job on a shop that others reach, whether or not the address signed up", async () => {
    const context = await testContext();
    const emails = ["a-reader@example.com", "no-reader@example.com"];
    await subscribe(context, { email: "a-reader@example.com", source: "home" });
    const before = (await waitingJobs(context, "send-newsletter-code")).length;
    vi.stubEnv("PUBLIC_URL", "https://shop.example");
    try {
      for (const email of emails) await sendNewsletterVerification(context, { email });
    } finally {
      vi.unstubAllEnvs();
    }
    const jobs = (await waitingJobs(context, "send-newsletter-code")).slice(before);
    expect(jobs).toEqual(emails.map((email) => ({ email })));
    for (const email of emails) expect(await mailsTo(context, email)).toEqual([]);
    for (const job of jobs) await mailNewsletterCode(context, job);
    const { mail } = await mailedTo(context, "a-reader@example.com");
    const code = mail.text.match(/\b\d{6}\b/)?.[0] ?? "";
    await confirmByCode(context, { email: "a-reader@example.com", code });
    expect((await subscriberOf("a-reader@example.com")).state).toBe("confirmed");
    expect(await mailsTo(context, "no-reader@example.com")).toEqual([]);
  });

  it("is mailed to one address a few times an hour only", async () => {
    const context = await testContext({ clientAddress: "203.0.113.40" });
    vi.stubEnv("RATE_LIMIT_FACTOR", "1");
    try {
      await subscribe(context, { email: "flood@example.com", source: "home" });
      for (let sent = 0; sent < 5; sent += 1) {
        await sendNewsletterVerification(context, { email: "flood@example.com" });
      }
      await expect(sendNewsletterVerification(context, { email: "FLOOD@example.com" })).toBeRefused(
        "rate_limited",
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("the mailed link", () => {
  it("confirms for seven days; a changed one does not", async () => {
    const context = await testContext();
    await signedUp(context, "link@example.com");
    const { confirm } = await mailedTo(context, "link@example.com");
    const tooLate = { ...context, clock: fixedClock("2026-03-10T12:00:00Z") };
    await expect(confirmByLink(tooLate, confirm)).rejects.toThrow("Invalid verification link.");
    await expect(confirmByLink(context, confirm.replace(/^\d+/, "1000"))).rejects.toThrow();
    await confirmByLink(context, confirm);
    await confirmByLink(context, confirm);
    expect((await subscriberOf("link@example.com")).state).toBe("confirmed");
  });

  it("unsubscribes for good, by the header's address too; the old confirmation link brings nobody back", async () => {
    const context = await testContext();
    await signedUp(context, "gone@example.com");
    const links = await mailedTo(context, "gone@example.com");
    expect(links.mail.unsubscribeUrl).toContain(links.unsubscribe);
    await confirmByLink(context, links.confirm);
    await unsubscribe(context, links.unsubscribe);
    await unsubscribe(context, links.unsubscribe);
    await expect(confirmByLink(context, links.confirm)).rejects.toThrow("Invalid verification link.");
    expect((await subscriberOf("gone@example.com")).state).toBe("unsubscribed");
    await expect(unsubscribe(context, "1.nonsense")).toBeRefused("bad_request");
    // It stays in the outbox, since no mail server is set up; sending must not fail on the header either way.
    await sendEmails(context, [links.mail.id]);
  });

  it("distinguishes our own result messages from forged ones", async () => {
    const { em } = await testContext();
    const signature = await signMessage(em, "Thank you.");
    expect(await isOurMessage(em, "Thank you.", signature)).toBe(true);
    expect(await isOurMessage(em, "Call this number.", signature)).toBe(false);
  });
});

describe("an objection", () => {
  async function unsubscribed(context: Context, email: string): Promise<void> {
    await signedUp(context, email);
    const links = await mailedTo(context, email);
    await confirmByLink(context, links.confirm);
    await unsubscribe(context, links.unsubscribe);
  }

  it("is neither revoked nor forgotten when a stranger enters the address again", async () => {
    const context = await testContext();
    await unsubscribed(context, "objected@example.com");
    const later = { ...context, clock: fixedClock("2026-03-03T12:00:00Z") };
    await signedUp(later, "objected@example.com");
    expect(await subscriberOf("objected@example.com")).toMatchObject({
      state: "unsubscribed",
      consentAt: context.clock.now(),
    });
  });

  it("is taken back by its owner, by the new mail's link or code, with new evidence of consent", async () => {
    const context = await testContext();
    const later = { ...context, clock: fixedClock("2026-03-03T12:00:00Z") };
    await unsubscribed(context, "returns@example.com");
    await signedUp(later, "returns@example.com");
    await confirmByLink(later, (await mailedTo(later, "returns@example.com")).confirm);
    const again = { state: "confirmed", consentAt: later.clock.now(), confirmedAt: later.clock.now() };
    expect(await subscriberOf("returns@example.com")).toMatchObject(again);
    await unsubscribed(context, "returns-by-code@example.com");
    const code = await signedUp(later, "returns-by-code@example.com");
    await confirmByCode(later, { email: "returns-by-code@example.com", code });
    expect(await subscriberOf("returns-by-code@example.com")).toMatchObject(again);
  });
});

describe("the subscribers as staff see them", () => {
  it("are searched, filtered and paged, without those who unsubscribed", async () => {
    const context = await testContext();
    const staff = asUser(context, await makeUser(context, { role: "shop_manager" }));
    for (let made = 0; made < 53; made += 1) {
      await subscribe(await testContext(), { email: `list-${made}@paged.example`, source: "home" });
    }
    await context.em
      .fork()
      .nativeUpdate(Subscriber, { email: "list-52@paged.example" }, { state: "unsubscribed" });
    await context.em
      .fork()
      .nativeUpdate(Subscriber, { email: "list-3@paged.example" }, { state: "confirmed" });
    const find = (text: string) => searchSubscribers(staff, subscriberList.read(new URLSearchParams(text)));
    const first = await find("search=PAGED.ex");
    expect(first.subscribers[0]?.email).toBe("list-51@paged.example");
    expect(first.subscribers).toHaveLength(50);
    const rest = await find(`search=paged.ex&after=${first.next}`);
    expect(rest.subscribers.map(({ email }) => email)).toEqual([
      "list-1@paged.example",
      "list-0@paged.example",
    ]);
    expect(rest.next).toBeNull();
    const confirmed = await find("search=paged.ex&state=confirmed");
    expect(confirmed.subscribers.map(({ email }) => email)).toEqual(["list-3@paged.example"]);
    expect((await find("search=100%25")).subscribers).toEqual([]);
  });

  it("are exported", async () => {
    const context = await testContext();
    await subscribe(context, { email: "csv@export.example", source: "home" });
    const search = subscriberList.read(new URLSearchParams("search=export.example"));
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    let file = "";
    for await (const piece of await exportSubscribers(staff, search)) file += piece;
    expect(file).toMatch(/id,email,state,createdAt\r\n\d+,csv@export\.example,pending,2026-03-02T/);
  });
});
