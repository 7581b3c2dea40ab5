import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { environmentWith } from "../support/web-process.ts";
import { type Attack, type AttackedShop, mustWork } from "./attacked-shop.ts";

/*
 * What a misconfigured shop disclosed. These attacks come last and in this order: each restarts the shop on the trial's
 * data.
 */

const PUBLIC = { PUBLIC_URL: "https://shop.example" };
const PUBLIC_SANDBOX = { ...PUBLIC, PAYMENTS: "sandbox" };
const LIVE = {
  ...PUBLIC,
  STRIPE_SECRET_KEY: "sk_live_attack",
  STRIPE_PUBLISHABLE_KEY: "pk_live_attack",
  STRIPE_WEBHOOK_SECRET: "whsec_attack",
};
/** Jobs of a shop with keys would call the real Stripe. */
const WITHOUT_JOBS = { JOBS: "off" };

const lostKeys: Attack = {
  finding: "M4",
  what: "a public shop that lost its payment keys sells for test cards",
  play: (shop) => opensWith(shop, PUBLIC),
};

const lostKeysAfterLive: Attack = {
  finding: "M4",
  what: "a shop that has taken real money starts with test cards at another address",
  play: (shop) => opensWith(shop, {}),
};

async function opensWith(shop: AttackedShop, settings: Record<string, string>): Promise<string | undefined> {
  return (await shop.startWith(settings)) ? "an open shop" : undefined;
}

const codeOnScreen: Attack = {
  finding: "L26",
  what: "a public shop without mail shows the code that proves anybody's address",
  async play(shop) {
    await reopen(shop, PUBLIC_SANDBOX);
    const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
    const eve = shop.stranger();
    await eve.post("/newsletter", { form: { intent: "subscribe", email } });
    await eve.post("/newsletter", { form: { intent: "send", email } });
    const page = await eve.get("/newsletter?step=verify");
    const code = page.text.match(/\b\d{6}\b/g)?.find((digits) => !page.text.includes(`#${digits}`));
    if (!code) return undefined;
    await eve.post("/newsletter", { form: { intent: "verify", email, code } });
    const [row] = await shop.query("select state from newsletter_subscriber where email = $1", [email]);
    return row?.state === "confirmed" ? "a subscription of somebody else" : undefined;
  },
};

const weakStaff: Attack = {
  finding: "M14",
  what: "staff of a public shop choose 123456, and need no second factor",
  async play(shop) {
    await reopen(shop, PUBLIC_SANDBOX);
    const { username, email, password } = await shop.customer();
    await shop.query("update user_account set role = 'administrator' where email = $1", [email]);
    const staff = shop.stranger();
    const signedIn = await staff.post("/api/admin/login", { json: { email, password } });
    mustWork(signedIn.status === 200, `sign in as staff: ${signedIn.status}`);
    if ((await staff.get("/api/admin/users")).status === 200) return "all users, without a second factor";
    for (const newPassword of ["123456", "password1234", `${username}1234`]) {
      const json = { currentPassword: password, newPassword, confirmPassword: newPassword };
      const { status } = await staff.post("/api/auth/change-password", { json });
      if (status === 200) return `the password ${newPassword}`;
    }
    return undefined;
  },
};

const knownPassword: Attack = {
  finding: "H1",
  what: "the trial's administrator, whose password is in the README, survives going live",
  async play(shop) {
    const session = await shop.administrator().catch(() => undefined);
    await reopen(shop, { ...LIVE, ...WITHOUT_JOBS });
    if (session && (await session.get("/api/admin/users")).status === 200) return "a session of the trial";
    for (const email of ["admin@example.com", "manager@example.com"]) {
      const json = { email, password: DEMO_PASSWORD };
      const { status } = await shop.stranger().post("/api/admin/login", { json });
      if (status === 200) return `the shop, as ${email}`;
    }
    const json = { username: "customer", password: DEMO_PASSWORD };
    const { status } = await shop.stranger().post("/api/auth/login", { json });
    return status === 200 ? "an account" : undefined;
  },
};

const stolenBackup: Attack = {
  finding: "M13",
  what: "a stolen backup holds links that open accounts, and the secret that signs them",
  async play(shop) {
    const mailbox = await startMailSink();
    try {
      await reopen(shop, { SMTP_URL: mailbox.url });
      const { email } = await shop.customer();
      await shop.stranger().post("/api/auth/forgot-password", { json: { email } });
      while (!mailbox.recipients.has(email)) await wait(100);
      // A mail counts as sent only once the shop has recorded it.
      await wait(500);
      const dump = await takeBackup(shop.dataDir);
      if (/reset-password\?token=(3D)?[\w-]{20}/.test(dump)) return "links to set passwords";
      const secrets = (await shop.query("select value from shop_secret")).map(({ value }) => String(value));
      return secrets.some((secret) => dump.includes(secret)) ? "the signing secret" : undefined;
    } finally {
      await mailbox.stop();
    }
  },
};

/** All rows of a backup, as somebody with the file reads them. */
async function takeBackup(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "taken");
  mkdirSync(folder, { recursive: true });
  const env = environmentWith({ DATA_DIR: dataDir });
  const { code, output } = await runCommand("backup", { options: ["--to", folder], env });
  mustWork(code === 0, `write a backup: ${output}`);
  return readdirSync(folder)
    .map((file) => gunzipSync(readFileSync(path.join(folder, file))).toString("utf8"))
    .join("");
}

async function reopen(shop: AttackedShop, settings: Record<string, string>): Promise<void> {
  mustWork(await shop.startWith(settings), `start the shop with ${Object.keys(settings).join(", ")}`);
}

export const settingAttacks: readonly Attack[] = [
  stolenBackup,
  lostKeys,
  codeOnScreen,
  weakStaff,
  knownPassword,
  lostKeysAfterLive,
];
