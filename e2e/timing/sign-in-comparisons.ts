import { randomUUID } from "node:crypto";
import { z } from "zod";
import { hashPassword } from "#server/identity/passwords/password.server.ts";
import { SoftAuthenticator } from "#server/testing/soft-authenticator.ts";
import type { AttackedShop } from "../attack/attacked-shop.ts";
import type { Caller, Sent } from "../attack/caller.ts";
import { type Asks, alike, type Comparison } from "./comparison.ts";
import { type Names, nobodies, people, WRONG_PASSWORD } from "./people.ts";
import { SHOP_ORIGIN } from "./timed-shop.ts";

/** This many names take turns, so that no single one's rows decide. */
const NAMES = 8;

type Filled = (name: Names) => Sent;

const byForm = (field: "username" | "email", more: Record<string, string> = {}): Filled => {
  return (name) => ({ form: { [field]: name[field], password: WRONG_PASSWORD, ...more } });
};
const byRest = (field: "username" | "email"): Filled => {
  return (name) => ({ json: { [field]: name[field], password: WRONG_PASSWORD } });
};

interface Guess {
  what: string;
  path: string;
  fill: Filled;
  status: number;
  role?: "customer" | "administrator";
  /** Further properties of the existing people. */
  furnish?: (shop: AttackedShop, existing: (Names & { id: number })[]) => Promise<void>;
}

function guess({ what, path, fill, status, role, furnish }: Guess): Comparison {
  return {
    what,
    status,
    async prepare(shop) {
      const existing = await people(shop, NAMES, role ? { role } : {});
      await furnish?.(shop, existing);
      const eve = shop.stranger();
      return alike(existing, nobodies(NAMES), (name) => ({
        as: eve.withoutCookies(),
        method: "POST",
        path,
        sent: fill(name),
      }));
    },
  };
}

/** Everything is on: an authenticator app with its codes, and signed-in devices. */
async function furnishFully(shop: AttackedShop, existing: { id: number }[]): Promise<void> {
  const ids = existing.map(({ id }) => id);
  await shop.query(
    "insert into two_factor (user_id, secret, confirmed_at) select id, 'sealed', now() from unnest($1::int[]) as id",
    [ids],
  );
  await shop.query(
    `insert into user_session (token_hash, user_id, address, expires_at)
     select gen_random_uuid()::text, id, '198.51.100.7', now() + interval '1 day'
     from unnest($1::int[]) as id, generate_series(1, 3)`,
    [ids],
  );
}

/** Each name is far beyond its limit, existing or not. */
function used(field: "username" | "email", guessed: Guess): Comparison {
  const audience = field === "email" ? "staff" : "customer";
  const spendLimit = (shop: AttackedShop, names: readonly Names[]) =>
    shop.query(
      `insert into rate_limit (key, points, expire)
       select 'sign-in-name:' || $1 || ':' || lower(name), 2000000000, (extract(epoch from now()) + 3600) * 1000
       from unnest($2::text[]) as name`,
      [audience, names.map((name) => name[field])],
    );
  return {
    what: guessed.what,
    status: guessed.status,
    async prepare(shop) {
      const existing = await people(shop, NAMES, guessed.role ? { role: guessed.role } : {});
      await furnishFully(shop, existing);
      const unknown = nobodies(NAMES);
      await spendLimit(shop, [...existing, ...unknown]);
      const eve = shop.stranger();
      return alike<Names>(existing, unknown, (name) => ({
        as: eve.withoutCookies(),
        method: "POST",
        path: guessed.path,
        sent: guessed.fill(name),
      }));
    },
  };
}

/** Somebody learnt which passkey a person has, and signs with another. */
const passkey: Comparison = {
  what: "a passkey that somebody has, signed by another",
  status: 401,
  async prepare(shop) {
    const owner = await shop.customer();
    const page = { origin: SHOP_ORIGIN, rpId: new URL(SHOP_ORIGIN).hostname };
    const own = new SoftAuthenticator();
    const reply = await owner.browser.post("/account/passkeys", {
      form: { intent: "begin", name: "Phone", password: owner.password },
    });
    const options = madeOptionsSchema.parse(JSON.parse(reply.text)).options;
    const made = own.make({ ...page, challenge: options.challenge }, options.user.id);
    const added = await owner.browser.post("/account/passkeys", {
      form: { intent: "add", made: JSON.stringify(made) },
    });
    if (added.status !== 200) throw new Error(`No passkey: ${added.text}`);
    const eve = shop.stranger();
    const sign = async (id: string) => {
      const browser = eve.withoutCookies();
      const begun = await browser.post("/login/passkey", { form: { intent: "begin" } });
      const { challenge } = optionsSchema.parse(JSON.parse(begun.text)).options;
      const signed = { ...new SoftAuthenticator().sign({ ...page, challenge }), id, rawId: id };
      const { userHandle: _none, ...response } = signed.response;
      const form = {
        intent: "sign-in",
        audience: "customer",
        signed: JSON.stringify({ ...signed, response }),
      };
      return { as: browser, method: "POST" as const, path: "/login/passkey", sent: { form } };
    };
    return alike([made.id], [Buffer.from(randomUUID().slice(0, 32)).toString("base64url")], sign);
  },
};

const optionsSchema = z.object({ options: z.object({ challenge: z.string() }) });
const madeOptionsSchema = z.object({
  options: z.object({ challenge: z.string(), user: z.object({ id: z.string() }) }),
});

/** Somebody with the password and an old list of recovery codes. */
const secondStep: Comparison = {
  what: "a recovery code that was used, and one that never was any",
  status: 400,
  async prepare(shop): Promise<Asks> {
    const person = await shop.customer();
    await shop.query("insert into two_factor (user_id, secret, confirmed_at) values ($1, 'sealed', now())", [
      person.id,
    ]);
    await shop.query(
      "insert into recovery_code (user_id, code_hash, used_at) values ($1, $2, now()), ($1, $3, null)",
      [person.id, await hashPassword("abcdefghjk"), await hashPassword("mnpqrstuvw")],
    );
    const browser = shop.stranger();
    const { username, password } = person;
    const begun = await browser.post("/login", { form: { username, password } });
    if (begun.headers.location !== "/login/code") throw new Error(`No second step: ${begun.status}`);
    return alike(["abcde-fghjk"], ["abcde-fghjm"], (code) => ({
      as: sameBrowser(browser),
      method: "POST",
      path: "/login/code",
      sent: { form: { code } },
    }));
  },
};

/** A browser that stores no cookies, so that each attempt is the same. */
export function sameBrowser(browser: Caller): Caller {
  return browser.movedTo(browser.address ?? "");
}

const customerForm = byForm("username");
const staffForm = byForm("email");
const whoSignsIn = "somebody's username, with a wrong password";
const whoIsStaff = "a member of staff's address, with a wrong password";

export const signInComparisons: Readonly<Record<string, readonly Comparison[]>> = {
  "POST /login": [
    guess({ what: whoSignsIn, path: "/login", fill: customerForm, status: 400 }),
    guess({
      what: "somebody's address in the place of the username, with a wrong password",
      path: "/login",
      fill: ({ email }) => ({ form: { username: email, password: WRONG_PASSWORD } }),
      status: 400,
    }),
    used("username", {
      what: "somebody's username, its limit reached",
      path: "/login",
      fill: customerForm,
      status: 429,
    }),
  ],
  "POST /admin/login": [
    guess({
      what: whoIsStaff,
      path: "/admin/login",
      fill: staffForm,
      status: 400,
      role: "administrator",
    }),
    used("email", {
      what: "a member of staff's address, its limit reached",
      path: "/admin/login",
      fill: staffForm,
      status: 429,
      role: "administrator",
    }),
  ],
  "POST /admin-login": [
    guess({
      what: "a customer's address, with a wrong password",
      path: "/admin-login",
      fill: staffForm,
      status: 400,
    }),
  ],
  "POST /api/auth/login": [
    guess({
      what: "the username of somebody with two-factor sign-in, with a wrong password",
      path: "/api/auth/login",
      fill: byRest("username"),
      status: 401,
      furnish: furnishFully,
    }),
  ],
  "POST /api/admin/login": [
    guess({
      what: whoIsStaff,
      path: "/api/admin/login",
      fill: byRest("email"),
      status: 401,
      role: "administrator",
      furnish: furnishFully,
    }),
  ],
  "POST /login/code": [secondStep],
  "POST /login/passkey": [passkey],
};
