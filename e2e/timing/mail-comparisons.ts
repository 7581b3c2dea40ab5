import { randomUUID } from "node:crypto";
import { hashAccountToken } from "#server/identity/verification/account-tokens.server.ts";
import type { AttackedShop } from "../attack/attacked-shop.ts";
import type { Sent } from "../attack/caller.ts";
import { alike, type Comparison, type Question } from "./comparison.ts";
import { anyToken, type Names, nobodies, nobody, people } from "./people.ts";
import { sameBrowser } from "./sign-in-comparisons.ts";

const NAMES = 8;
const SOLD_OUT = "wood-vinegar";
const PASSWORD = "a password of somebody new";

type Shaped = Pick<Question, "method" | "path"> & { sent?: Sent };

interface Addressed {
  what: string;
  status: number;
  ask: (email: string) => Shaped;
  /** Each address is requested once, so that counters and records of an address are as new for existing ones. */
  once?: boolean;
  /** Existing people; by default with accounts. */
  known?: (shop: AttackedShop, count: number) => Promise<readonly { email: string }[]>;
}

function addressed({ what, status, ask, once = false, known: makePeople = people }: Addressed): Comparison {
  return {
    what,
    status,
    async prepare(shop, times) {
      const count = once ? times : NAMES;
      const eve = shop.stranger();
      return alike<{ email: string }>(await makePeople(shop, count), nobodies(count), ({ email }) => ({
        as: eve.withoutCookies(),
        ...ask(email),
      }));
    },
  };
}

/** A signed-in person claims another's address. */
function newAddress(
  what: string,
  status: number,
  ask: (email: string, password: string) => Shaped,
): Comparison {
  return {
    what,
    status,
    async prepare(shop) {
      const eve = await shop.customer();
      return alike<Names>(await people(shop, NAMES), nobodies(NAMES), ({ email }) => ({
        as: sameBrowser(eve.browser),
        ...ask(email, eve.password),
      }));
    },
  };
}

const guests = (shop: AttackedShop, count: number) => people(shop, count, { isGuest: true });

async function readers(shop: AttackedShop, count: number, state: "pending" | "confirmed"): Promise<Names[]> {
  const all = nobodies(count);
  await shop.query(
    `insert into newsletter_subscriber
       (email, state, consent_wording, consent_source, consent_at, code_hash, code_expires_at)
     select email, $2, 'Yes', 'home', now(), repeat('0', 64), now() + interval '1 day' from unnest($1::text[]) as email`,
    [all.map(({ email }) => email), state],
  );
  return all;
}

const confirmedReaders = (shop: AttackedShop, count: number) => readers(shop, count, "confirmed");
const pendingReaders = (shop: AttackedShop, count: number) => readers(shop, count, "pending");

const registration = (email: string) => ({
  name: "Eve Nobody",
  email,
  username: nobody().username,
  password: PASSWORD,
});
const registerByForm = (email: string): Shaped => ({
  method: "POST",
  path: "/register",
  sent: { form: { ...registration(email), confirmPassword: PASSWORD } },
});
const registerByRest = (email: string): Shaped => ({
  method: "POST",
  path: "/api/auth/register",
  sent: { json: registration(email) },
});

const newsletter =
  (form: Record<string, string>) =>
  (email: string): Shaped => ({ method: "POST", path: "/newsletter", sent: { form: { ...form, email } } });

async function numberOfReader(shop: AttackedShop): Promise<number> {
  const [reader] = await readers(shop, 1, "confirmed");
  return shop.count("select id from newsletter_subscriber where email = $1", [reader?.email]);
}

/** Addresses that wait until a product is back, which nobody can buy meanwhile. */
async function waiting(shop: AttackedShop, count: number): Promise<Names[]> {
  const all = nobodies(count);
  await shop.query("update product set stock_quantity = 0 where slug = $1", [SOLD_OUT]);
  await shop.query(
    `insert into stock_alert (product_id, email, state, consent_wording, asked_at, confirmed_at)
     select product.id, email, 'waiting', 'Yes', now(), now() from product, unnest($2::text[]) as email
      where slug = $1`,
    [SOLD_OUT, all.map(({ email }) => email)],
  );
  return all;
}

async function numberOfAlert(shop: AttackedShop): Promise<number> {
  const [somebody] = await waiting(shop, 1);
  return shop.count("select id from stock_alert where email = $1", [somebody?.email]);
}

/** A link of ours except for its signature, which names its owner by the number of a row. */
function signedLinks(
  what: string,
  status: number,
  ask: (token: string) => Shaped,
  { moment = "", numberOf = numberOfReader } = {},
): Comparison {
  return {
    what,
    status,
    async prepare(shop) {
      const there = await numberOf(shop);
      const notThere = String(there).replace(/^./, "9").padEnd(String(there).length, "0");
      const forged = (id: number | string) => `${id}.${moment}${anyToken()}`;
      const eve = shop.stranger();
      return alike<number | string>([there], [notThere], (id) => ({
        as: eve.withoutCookies(),
        ...ask(encodeURIComponent(forged(id))),
      }));
    },
  };
}

const linkMoment = `${Date.now().toString(36)}.`;

const verification = (email: string) => `?${new URLSearchParams({ email, token: anyToken() })}`;

/** A mailed link that has expired, and one that never existed. */
function expiredLink(
  purpose: "reset_password" | "undo_email_change",
  ask: (token: string) => Shaped,
): Comparison {
  return {
    what: "a link that somebody was mailed, when its time is over",
    status: 400,
    async prepare(shop) {
      const existing = await people(shop, NAMES);
      const tokens = existing.map(anyToken);
      await shop.query(
        `insert into account_token (user_id, purpose, token_hash, email, expires_at)
         select id, $4, hash, email, now() - interval '1 hour'
         from unnest($1::int[], $2::text[], $3::text[]) as made (id, email, hash)`,
        [
          existing.map(({ id }) => id),
          existing.map(({ email }) => email),
          tokens.map((token) => hashAccountToken(purpose, token)),
          purpose,
        ],
      );
      const eve = shop.stranger();
      return alike(tokens, existing.map(anyToken), (token) => ({ as: eve.withoutCookies(), ...ask(token) }));
    },
  };
}

const enquiry = (email: string) => ({
  name: "Eve Nobody",
  email,
  subject: "A question",
  message: `How much of it for a garden? ${randomUUID()}`,
});

const newPassword = { newPassword: PASSWORD, confirmPassword: PASSWORD };
const whoHasAnAccount = "somebody's address";
const whoReads = "the address of somebody who reads the newsletter";

export const mailComparisons: Readonly<Record<string, readonly Comparison[]>> = {
  "POST /register": [
    addressed({ what: whoHasAnAccount, status: 303, ask: registerByForm, once: true }),
    addressed({ what: "a guest's address", status: 303, ask: registerByForm, once: true, known: guests }),
  ],
  "POST /api/auth/register": [
    addressed({ what: whoHasAnAccount, status: 201, ask: registerByRest, once: true }),
  ],
  "POST /forgot-password": [
    addressed({
      what: whoHasAnAccount,
      status: 303,
      ask: (email) => ({ method: "POST", path: "/forgot-password", sent: { form: { email } } }),
    }),
  ],
  "POST /api/auth/forgot-password": [
    addressed({
      what: whoHasAnAccount,
      status: 200,
      ask: (email) => ({ method: "POST", path: "/api/auth/forgot-password", sent: { json: { email } } }),
    }),
  ],
  "GET /verify-email": [
    addressed({
      what: "somebody's address, with a link that is none",
      status: 400,
      ask: (email) => ({ method: "GET", path: `/verify-email${verification(email)}` }),
    }),
  ],
  "GET /api/auth/verify": [
    addressed({
      what: "somebody's address, with a link that is none",
      status: 400,
      ask: (email) => ({ method: "GET", path: `/api/auth/verify${verification(email)}` }),
    }),
  ],
  "POST /verify-email": [
    addressed({
      what: "“I did not register this” for somebody's address, with a link that is none",
      status: 400,
      ask: (email) => ({
        method: "POST",
        path: `/verify-email${verification(email)}`,
        sent: { form: { intent: "take-over", ...newPassword } },
      }),
    }),
    addressed({
      what: "deleting somebody's account, with a link that is none",
      status: 400,
      ask: (email) => ({
        method: "POST",
        path: `/verify-email${verification(email)}`,
        sent: { form: { intent: "delete" } },
      }),
    }),
  ],
  "GET /reset-password": [
    expiredLink("reset_password", (token) => ({ method: "GET", path: `/reset-password?token=${token}` })),
  ],
  "POST /reset-password": [
    expiredLink("reset_password", (token) => ({
      method: "POST",
      path: `/reset-password?token=${token}`,
      sent: { form: { token, ...newPassword } },
    })),
  ],
  "POST /api/auth/reset-password": [
    expiredLink("reset_password", (token) => ({
      method: "POST",
      path: "/api/auth/reset-password",
      sent: { json: { token, newPassword: PASSWORD } },
    })),
  ],
  "GET /undo-email-change": [
    expiredLink("undo_email_change", (token) => ({
      method: "GET",
      path: `/undo-email-change?token=${token}`,
    })),
  ],
  "POST /undo-email-change": [
    expiredLink("undo_email_change", (token) => ({
      method: "POST",
      path: `/undo-email-change?token=${token}`,
      sent: { form: { token } },
    })),
  ],
  "POST /newsletter": [
    addressed({
      what: whoReads,
      status: 303,
      ask: newsletter({ intent: "subscribe" }),
      once: true,
      known: confirmedReaders,
    }),
    addressed({
      what: "an address that asked for the newsletter",
      status: 303,
      ask: newsletter({ intent: "subscribe" }),
      once: true,
      known: pendingReaders,
    }),
    addressed({
      what: "a code for whoever asked for the newsletter",
      status: 303,
      ask: newsletter({ intent: "send" }),
      known: pendingReaders,
    }),
    addressed({
      what: "a wrong code of whoever asked for the newsletter",
      status: 422,
      ask: newsletter({ intent: "verify", code: "000000" }),
      once: true,
      known: pendingReaders,
    }),
  ],
  "POST /api/newsletter": [
    addressed({
      what: whoReads,
      status: 200,
      ask: (email) => ({ method: "POST", path: "/api/newsletter", sent: { json: { email } } }),
      once: true,
      known: confirmedReaders,
    }),
  ],
  "POST /api/newsletter/code": [
    addressed({
      what: "a code for whoever asked for the newsletter",
      status: 200,
      ask: (email) => ({ method: "POST", path: "/api/newsletter/code", sent: { json: { email } } }),
      known: pendingReaders,
    }),
  ],
  "POST /api/newsletter/confirm": [
    addressed({
      what: "a wrong code of whoever asked for the newsletter",
      status: 422,
      ask: (email) => ({
        method: "POST",
        path: "/api/newsletter/confirm",
        sent: { json: { email, code: "000000" } },
      }),
      once: true,
      known: pendingReaders,
    }),
  ],
  "GET /newsletter/verify": [
    signedLinks(
      "a reader's number, with a signature that is none",
      303,
      (token) => ({ method: "GET", path: `/newsletter/verify?token=${token}` }),
      { moment: linkMoment },
    ),
  ],
  "POST /newsletter/verify": [
    signedLinks(
      "a reader's number, with a signature that is none",
      303,
      (token) => ({ method: "POST", path: `/newsletter/verify?token=${token}`, sent: { form: {} } }),
      { moment: linkMoment },
    ),
  ],
  "POST /newsletter/unsubscribe": [
    signedLinks("a reader's number, with a signature that is none", 400, (token) => ({
      method: "POST",
      path: `/newsletter/unsubscribe?token=${token}`,
      sent: { form: {} },
    })),
  ],
  "GET /stock-alerts/:step": [
    signedLinks(
      "the number of a request, with a signature that is none",
      400,
      (token) => ({ method: "GET", path: `/stock-alerts/confirm?token=${token}` }),
      { moment: linkMoment, numberOf: numberOfAlert },
    ),
  ],
  "POST /stock-alerts/:step": [
    addressed({
      what: "the address of somebody who waits for a product",
      status: 200,
      ask: (email) => ({
        method: "POST",
        path: "/stock-alerts/ask",
        sent: { form: { slug: SOLD_OUT, email } },
      }),
      once: true,
      known: waiting,
    }),
    signedLinks(
      "the number of a request, with a signature that is none",
      400,
      (token) => ({ method: "POST", path: `/stock-alerts/confirm?token=${token}`, sent: { form: {} } }),
      { moment: linkMoment, numberOf: numberOfAlert },
    ),
    signedLinks(
      "the number of a request, in a link that ends it, with a signature that is none",
      400,
      (token) => ({ method: "POST", path: `/stock-alerts/unsubscribe?token=${token}`, sent: { form: {} } }),
      { numberOf: numberOfAlert },
    ),
  ],
  "POST /contact": [
    addressed({
      what: whoHasAnAccount,
      status: 303,
      ask: (email) => ({ method: "POST", path: "/contact", sent: { form: enquiry(email) } }),
    }),
  ],
  "POST /api/contact": [
    addressed({
      what: whoHasAnAccount,
      status: 200,
      ask: (email) => ({ method: "POST", path: "/api/contact", sent: { json: enquiry(email) } }),
    }),
  ],
  "PATCH /api/auth/profile": [
    newAddress("somebody's address as one's own new one", 200, (email, currentPassword) => ({
      method: "PATCH",
      path: "/api/auth/profile",
      sent: { json: { email, currentPassword } },
    })),
  ],
  "POST /account/settings": [
    newAddress("somebody's address as one's own new one", 303, (email, currentPassword) => ({
      method: "POST",
      path: "/account/settings",
      sent: { form: { intent: "profile", name: "Eve Nobody", email, currentPassword } },
    })),
  ],
  "POST /customer-dashboard": [
    newAddress("somebody's address as one's own new one", 303, (email, currentPassword) => ({
      method: "POST",
      path: "/customer-dashboard",
      sent: { form: { name: "Eve Nobody", email, currentPassword } },
    })),
  ],
};
