import { randomUUID } from "node:crypto";
import { mustWork, type Recipe } from "../recipe.ts";

/* What requests that no browser sends, pages and files disclosed. */

const openOutbox: Recipe = {
  finding: "M10",
  what: "everybody's mail is read through a proxy or tunnel that rewrites Host",
  async play(shop) {
    mustWork((await shop.direct().get("/dev/mail")).status === 200, "read the outbox at this machine");
    const signs: Record<string, string>[] = [
      { "X-Forwarded-For": "203.0.113.9" },
      { Forwarded: "for=203.0.113.9" },
      { Via: "1.1 tunnel" },
      { "X-Real-IP": "203.0.113.9" },
      { "CF-Connecting-IP": "203.0.113.9" },
      { "X-Forwarded-Host": "friend.example" },
      { Host: "friend.example" },
      { Origin: "https://friend.example" },
    ];
    for (const headers of signs) {
      for (const page of ["/dev/mail", "/dev/mail/1", "/metrics"]) {
        const { status } = await shop.direct().get(page, headers);
        if (status === 200) return `${page} with ${JSON.stringify(headers)}`;
      }
    }
    const hint = await shop.stranger().get("/admin/login");
    return hint.text.includes("biochar-demo") ? "the demo sign-ins on the page" : undefined;
  },
};

const movedPath: Recipe = {
  finding: "L21",
  what: "a Host with a path in it leads past the log and the limits",
  async play(shop) {
    for (const host of ["x/admin/login?", "x?", "x#", "a/b", "x/api/auth/user?"]) {
      const { status } = await shop.direct().get("/", { Host: host });
      if (status !== 400) return `${status} for Host: ${host}`;
    }
    return undefined;
  },
};

const valuesInLogs: Recipe = {
  finding: "L22",
  what: "the logs of the shop and its database tell addresses and hashes of refused rows",
  async play(shop) {
    const administrator = await shop.administrator();
    const email = `logged-${randomUUID()}@example.com`;
    const user = { name: "Lena Logged", email, password: "a long enough password", role: "customer" };
    const add = (username: string) => administrator.post("/api/admin/users", { json: { ...user, username } });
    await Promise.all([1, 2, 3, 4].map(() => add(`logged-${randomUUID().slice(0, 12)}`)));
    return [shop.log, shop.databaseLog].some((text) => text.includes(email))
      ? "the address in a log"
      : undefined;
  },
};

const keptPages: Recipe = {
  finding: "L25",
  what: "pages opened by a mailed link stay on disk and tell their address to other sites",
  async play(shop) {
    const email = `kept-${randomUUID().slice(0, 8)}@example.com`;
    await shop.stranger().post("/newsletter", { form: { intent: "subscribe", email } });
    await shop.stranger().post("/newsletter", { form: { intent: "send", email } });
    const pages = [
      "/reset-password?token=x",
      "/verify-email?email=a%40b.example&token=x",
      await shop.mailedLink(email, "/newsletter/verify"),
      "/newsletter/unsubscribe?token=x",
    ];
    for (const page of pages) {
      const { headers } = await shop.stranger().get(page);
      if (!headers["cache-control"]?.includes("no-store")) return `${page} may be kept`;
      if (headers["referrer-policy"] !== "no-referrer") return `${page} is told to other sites`;
    }
    return undefined;
  },
};

const consentByScanner: Recipe = {
  finding: "L26",
  what: "a scanner's GET consents to the newsletter, and a stranger's typing takes an objection back",
  async play(shop) {
    const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
    const state = async () => {
      const [row] = await shop.query("select state from newsletter_subscriber where email = $1", [email]);
      return String(row?.state);
    };
    const ask = async () => {
      const eve = shop.stranger();
      await eve.post("/newsletter", { form: { intent: "subscribe", email } });
      await eve.post("/newsletter", { form: { intent: "send", email } });
    };
    await ask();
    const link = await shop.mailedLink(email, "/newsletter/verify");
    await shop.stranger().get(link);
    if ((await state()) === "confirmed") return "consent that nobody gave";
    await shop.stranger().post(link, { form: {} });
    mustWork((await state()) === "confirmed", `confirm by the mailed link: ${await state()}`);
    await shop.query(
      "update newsletter_subscriber set state = 'unsubscribed', unsubscribed_at = now() where email = $1",
      [email],
    );
    await ask();
    const after = await state();
    return after === "unsubscribed" ? undefined : `an objection that is now ${after}`;
  },
};

const hiddenFormula: Recipe = {
  finding: "L28",
  what: "a formula behind a semicolon comes to life in a spreadsheet that splits there",
  async play(shop) {
    const name = "Mallory;=1+1";
    await shop.customer({ name });
    const file = await (await shop.administrator()).get("/admin/users.csv");
    mustWork(file.status === 200 && file.text.includes("Mallory"), "read the list of users as a file");
    return /;=1/.test(file.text) ? "the formula as it was typed" : undefined;
  },
};

export const disclosureRecipes: readonly Recipe[] = [
  openOutbox,
  movedPath,
  valuesInLogs,
  keptPages,
  consentByScanner,
  hiddenFormula,
];
