import { randomUUID } from "node:crypto";
import { generateSync } from "otplib";
import { z } from "zod";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { buyAsGuest } from "../guest-order.ts";
import { mustWork, type Recipe } from "../recipe.ts";

/* Attacks on other people's accounts. */

const PRODUCT = 1;

const preHijacking: Recipe = {
  finding: "H2",
  what: "a stranger registers somebody's address, a mail scanner opens the link, and the stranger reads that person's orders",
  async play(shop) {
    const email = `victim-${randomUUID().slice(0, 8)}@corp.example`;
    const username = `eve-${randomUUID().slice(0, 8)}`;
    const password = "eve-password";
    const eve = shop.stranger();
    await eve.post("/api/auth/register", { json: { name: "Eve", email, username, password } });
    const link = await shop.mailedLink(email, "/verify-email");
    const scanner = shop.stranger();
    await scanner.send("HEAD", link);
    await scanner.get(link);
    await scanner.get(link.replace("/verify-email", "/api/auth/verify"));
    const later = await buyAsGuest(shop.stranger(), PRODUCT, { customerEmail: email });
    await eve.post("/api/auth/login", { json: { username, password } });
    const got: string[] = [];
    for (const path of [
      "/api/orders/user",
      "/api/account/export",
      "/account/settings?tab=orders",
      "/account",
    ]) {
      const { text } = await eve.get(path);
      if (text.includes("Secret Lane") || text.includes(later.invoiceNumber)) got.push(path);
    }
    return got.length > 0 ? `the victim's orders at ${got.join(", ")}` : undefined;
  },
};

const changeOfAddressByScanner: Recipe = {
  finding: "H2",
  what: "a mistyped new address: the stranger's mail scanner opens the link, and the account is the stranger's",
  async play(shop) {
    const carol = await shop.customer();
    const mistyped = `mistyped-${randomUUID().slice(0, 8)}@corp.example`;
    const json = { email: mistyped, currentPassword: carol.password };
    const response = await carol.browser.send("PATCH", "/api/auth/profile", { json });
    if (response.status >= 300) {
      const { email } = json;
      await carol.browser.send("PATCH", "/api/auth/profile", { json: { email } });
    }
    const link = await shop.mailedLink(mistyped, "/verify-email");
    await shop.stranger().get(link);
    const [row] = await shop.query("select email from user_account where id = $1", [carol.id]);
    return row?.email === mistyped ? "the address of the account" : undefined;
  },
};

const lockOut: Recipe = {
  finding: "M5",
  what: "wrong passwords keep the owner of an account out, and their reset link away",
  async play(shop) {
    const carol = await shop.customer();
    const signIn = (caller: ReturnType<typeof shop.stranger>, password: string) =>
      caller.post("/api/auth/login", { json: { username: carol.username, password } });
    const eve = shop.stranger();
    for (let times = 0; times < 12; times += 1) await signIn(eve, "wrong");
    const elsewhere = await signIn(shop.stranger(), carol.password);
    if (elsewhere.status !== 200) return `the owner at another address is answered ${elsewhere.status}`;
    for (let times = 0; times < 15; times += 1) await signIn(shop.stranger(), "wrong");
    const athome = await signIn(carol.browser, carol.password);
    if (athome.status !== 200) return `the owner at the device they use is answered ${athome.status}`;
    const again = await carol.browser.post("/api/auth/change-password", {
      json: { currentPassword: carol.password, newPassword: carol.password, confirmPassword: carol.password },
    });
    if (again.status === 429) return "the owner cannot change the password";
    const ask = (caller: ReturnType<typeof shop.stranger>) =>
      caller.post("/api/auth/forgot-password", { json: { email: carol.email } });
    for (let times = 0; times < 12; times += 1) await ask(eve);
    await ask(shop.stranger());
    const link = await shop.mailedLink(carol.email, "/reset-password");
    const page = await shop.stranger().get(link);
    return page.text.includes('type="password"') ? undefined : "the owner has no reset link that opens";
  },
};

const whoHasAnAccount: Recipe = {
  finding: "M6",
  what: "the limits of the two ways to sign in tell who has an account",
  async play(shop) {
    const carol = await shop.customer();
    const nobody = `nobody-${randomUUID().slice(0, 8)}@example.com`;
    const probe = async (addresses: readonly [string, string], login: string) => {
      const eve = shop.stranger();
      const [first, second] = addresses;
      const tried = (address: string) =>
        address === "/api/admin/login" ? { email: login } : { username: login };
      const statuses: string[] = [];
      for (let times = 0; times < 11; times += 1) {
        statuses.push(tellOf(await eve.post(first, { json: { ...tried(first), password: "x" } })));
      }
      statuses.push(tellOf(await eve.post(second, { json: { ...tried(second), password: "x" } })));
      return statuses.join(" ");
    };
    const addresses = ["/api/admin/login", "/api/auth/login"] as const;
    const pairs = [
      [addresses, carol.email, nobody],
      [[addresses[1], addresses[0]], carol.username, `n-${randomUUID().slice(0, 12)}`],
    ] as const;
    for (const [order, known, unknown] of pairs) {
      await shop.forgetAttempts();
      const ofKnown = await probe(order, known);
      await shop.forgetAttempts();
      const ofUnknown = await probe(order, unknown);
      if (ofKnown !== ofUnknown) return `${known}: ${ofKnown}; ${unknown}: ${ofUnknown}`;
    }
    return undefined;
  },
};

/** The content of a response without names and times. */
function tellOf({ status, text }: { status: number; text: string }): string {
  return `${status} ${text.match(/"code":"(\w+)"/)?.[1] ?? ""}`;
}

const orderByTransaction: Recipe = {
  finding: "M11",
  what: "whoever knows a transaction id reads the order's name, address and phone",
  async play(shop) {
    const bought = await buyAsGuest(shop.stranger(), PRODUCT);
    const json = {
      customerName: "x",
      customerEmail: "x@y.example",
      customerAddress: "x Lane, Ludlow, SY8 1AA",
      paymentMethod: "stripe",
      items: [{ productId: PRODUCT, quantity: 1 }],
    };
    for (const transactionId of [bought.transactionId, "pi_demo_000001"]) {
      const { text } = await shop.stranger().post("/api/orders", { json: { ...json, transactionId } });
      if (/customer(Name|Email|Address|Phone)":"(?!x)[^"]/.test(text)) return text.slice(0, 200);
    }
    return undefined;
  },
};

const keyAtUnlockedBrowser: Recipe = {
  finding: "M12",
  what: "minutes at an unlocked administrator's browser make an API key for a year",
  async play(shop) {
    const administrator = await shop.administrator();
    const form: [string, string][] = [
      ["intent", "apiKeys.create"],
      ["name", "k"],
      ["permissions", "customers.view"],
      ["permissions", "users.view"],
      ["days", "365"],
    ];
    const made = await administrator.post("/admin?tab=api-keys", { form });
    const token = made.text.match(/oxb_[\w-]{20,}/)?.[0];
    if (!token) return undefined;
    const users = await shop.direct().get("/api/admin/users", { Authorization: `Bearer ${token}` });
    return users.status === 200 ? "a key that reads all users" : undefined;
  },
};

const addressAtUnlockedBrowser: Recipe = {
  finding: "M15",
  what: "a borrowed session moves the account to another address without the password",
  async play(shop) {
    const carol = await shop.customer();
    const eve = `eve-${randomUUID().slice(0, 8)}@example.com`;
    await carol.browser.send("PATCH", "/api/auth/profile", { json: { email: eve } });
    const profile = { name: carol.name, email: eve, contact: "", intent: "profile" };
    await carol.browser.post("/account/settings?tab=profile", { form: profile });
    const mails = await shop.mailsTo(eve);
    return mails.some(({ text }) => text.includes("/verify-email")) ? "a link that moves it" : undefined;
  },
};

const sessionThatRises: Recipe = {
  finding: "M15",
  what: "a session of weeks ago becomes an administrator's when its customer becomes one",
  async play(shop) {
    const carol = await shop.customer();
    const administrator = await shop.administrator();
    const { name, email } = carol;
    const standing = { isVerified: true, hasResearchAccess: false, isActive: true };
    const json = { name, email, role: "administrator", currentPassword: DEMO_PASSWORD, ...standing };
    const promoted = await administrator.send("PUT", `/api/admin/users/${carol.id}`, { json });
    mustWork(promoted.status === 200, `make somebody an administrator: ${promoted.status} ${promoted.text}`);
    const { status } = await carol.browser.get("/api/admin/users");
    await shop.query("update user_account set role = 'customer' where id = $1", [carol.id]);
    return status === 200 ? "all users, by the old session" : undefined;
  },
};

const mailToThirdPersons: Recipe = {
  finding: "M16",
  what: "the shop mails a third person again and again, in the sender's own words",
  async play(shop) {
    const victim = `target-${randomUUID().slice(0, 8)}`;
    const recipients = [`${victim}@x.example`, `${victim}+1@x.example`, `${victim}+2@x.example`];
    const unique = randomUUID().slice(0, 8);
    const eve = shop.stranger();
    const password = "eve-password";
    const spam = { name: "WIN 500 GBP at https://evil.example", email: `eve-${unique}@example.com` };
    const registered = await eve.post("/api/auth/register", {
      json: { ...spam, username: `eve-${unique}`, password },
    });
    if (registered.status >= 300) {
      const json = { ...spam, name: "Dear friend evil.example", username: `eve-${unique}`, password };
      await eve.post("/api/auth/register", { json });
    }
    await eve.post("/api/auth/login", { json: { username: `eve-${unique}`, password } });
    for (let times = 0; times < 12; times += 1) {
      const email = recipients[times % recipients.length];
      const response = await eve.send("PATCH", "/api/auth/profile", {
        json: { email, currentPassword: password },
      });
      if (response.status >= 300) await eve.send("PATCH", "/api/auth/profile", { json: { email } });
      await shop.stranger().post("/newsletter", { form: { intent: "subscribe", email: email ?? "" } });
      await shop.stranger().post("/newsletter", { form: { intent: "send", email: email ?? "" } });
    }
    const mails = (await Promise.all(recipients.map((recipient) => shop.mailsTo(recipient)))).flat();
    if (mails.some(({ text, subject }) => `${subject} ${text}`.includes("evil.example")))
      return "mails with their words";
    return mails.length > 6 ? `${mails.length} mails within a minute` : undefined;
  },
};

const olderResetLink: Recipe = {
  finding: "L27",
  what: "an older reset link sets a password after a newer one was asked for",
  async play(shop) {
    const carol = await shop.customer();
    const ask = () => shop.stranger().post("/api/auth/forgot-password", { json: { email: carol.email } });
    await ask();
    const older = await shop.mailedLink(carol.email, "/reset-password");
    const [{ id: seen } = { id: 0 }] = await shop.mailsTo(carol.email);
    await ask();
    const newer = await shop.mailedLink(carol.email, "/reset-password", seen);
    const set = (link: string, newPassword: string) => {
      const token = new URL(link, "http://shop").searchParams.get("token");
      return shop.stranger().post("/api/auth/reset-password", { json: { token, newPassword } });
    };
    const byOlder = await set(older, "eve's own password");
    if (byOlder.status === 200) return "the account";
    mustWork((await set(newer, "carol's own password")).status === 200, "set a password by the newest link");
    return undefined;
  },
};

const keySchema = z.string().regex(/^[A-Z2-7]{16,}$/);

const eraseWithoutCode: Recipe = {
  finding: "L27",
  what: "who knows the password alone changes it, or erases the account, though two-factor sign-in is on",
  async play(shop) {
    const carol = await shop.customer();
    const settings = "/account/settings?tab=security";
    const { password } = carol;
    await carol.browser.post(settings, { form: { intent: "two-factor-begin", password } });
    const page = await carol.browser.get(settings);
    const secret = keySchema.parse(
      (page.text.match(/(?:[A-Z2-7]{4}\s){3,}[A-Z2-7]{2,4}|[A-Z2-7]{32}/)?.[0] ?? "").replaceAll(/\s/g, ""),
    );
    const code = generateSync({ secret });
    await carol.browser.post(settings, { form: { intent: "two-factor-confirm", code } });
    const on = await shop.count(
      "select count(*) from two_factor where user_id = $1 and confirmed_at is not null",
      [carol.id],
    );
    mustWork(on === 1, "turn two-factor sign-in on");
    const newPassword = "eve's own password";
    const changed = await carol.browser.post("/api/auth/change-password", {
      json: { currentPassword: password, newPassword, confirmPassword: newPassword },
    });
    if (changed.status === 200) return "the password";
    const form = { intent: "erase", password };
    await carol.browser.post("/account/settings?tab=support", { form });
    const left = await shop.count("select count(*) from user_account where id = $1 and email = $2", [
      carol.id,
      carol.email,
    ]);
    return left === 0 ? "the account is erased" : undefined;
  },
};

const TIMED_PAIRS = 20;
/** Pairs in which one side may be the slower one by chance alone, once in a thousand runs. */
const BY_CHANCE = 17;
const NOTICEABLE_MS = 2;

const timing: Recipe = {
  finding: "L20",
  what: "the time of an answer tells whether an address has an account",
  async play(shop) {
    const customer = await shop.customer();
    const eve = await shop.customer();
    const signInAs = async (login: string) => {
      const caller = shop.stranger();
      return timeOf(() => caller.post("/api/auth/login", { json: { username: login, password: "x" } }));
    };
    const moveTo = (email: string) =>
      timeOf(() =>
        eve.browser.send("PATCH", "/api/auth/profile", { json: { email, currentPassword: eve.password } }),
      );
    const ways: [string, () => Promise<[number, number]>][] = [
      ["sign-in", async () => [await signInAs(customer.username), await signInAs(`n-${randomUUID()}`)]],
      [
        "a change of address",
        async () => [
          await moveTo(customer.email),
          await moveTo(`n-${randomUUID().slice(0, 12)}@example.com`),
        ],
      ],
    ];
    for (const [what, pair] of ways) {
      const differences: number[] = [];
      for (let times = 0; times < TIMED_PAIRS; times += 1) {
        await shop.forgetAttempts();
        const [one, other] = await pair();
        differences.push(one - other);
      }
      const slower = differences.filter((difference) => difference > 0).length;
      const median = differences.toSorted((one, other) => one - other)[TIMED_PAIRS / 2] ?? 0;
      const isOneSided = slower >= BY_CHANCE || slower <= TIMED_PAIRS - BY_CHANCE;
      if (isOneSided && Math.abs(median) > NOTICEABLE_MS) {
        return `${what}: known addresses take ${median.toFixed(1)} ms longer (${slower} of ${TIMED_PAIRS})`;
      }
    }
    return undefined;
  },
};

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

export const accountRecipes: readonly Recipe[] = [
  preHijacking,
  changeOfAddressByScanner,
  lockOut,
  whoHasAnAccount,
  orderByTransaction,
  keyAtUnlockedBrowser,
  addressAtUnlockedBrowser,
  sessionThatRises,
  mailToThirdPersons,
  olderResetLink,
  eraseWithoutCode,
  timing,
];
