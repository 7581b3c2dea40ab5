import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";

/*
 * Every public call that takes a name or an address, made with one that has an account and with one that has none:
 * text and status are the same, the first time and at a limit. Only a taken username is reported, because the person
 * must choose another.
 */

const PASSWORD = "right password";
const nobody = () => `nobody-${randomUUID()}@example.com`;
let known: { email: string; username: string };
let cookie: string | undefined;

// A tenth of every limit: each is reached within five requests.
beforeAll(async () => {
  vi.stubEnv("RATE_LIMIT_FACTOR", "0.1");
  known = await makeUser(await testContext(), { password: PASSWORD, role: "administrator" });
  cookie = await cookieFor("customer", { password: PASSWORD });
});
afterAll(() => vi.unstubAllEnvs());

type MakeRequest = (login: string) => {
  method: string;
  path: string;
  json: object;
  cookie?: string | undefined;
};

const endpoints: [string, MakeRequest][] = [
  [
    "POST /api/auth/login",
    (login) => ({ method: "POST", path: "/api/auth/login", json: { username: login, password: "x" } }),
  ],
  [
    "POST /api/admin/login",
    (login) => ({ method: "POST", path: "/api/admin/login", json: { email: login, password: "x" } }),
  ],
  [
    "POST /api/auth/forgot-password",
    (login) => ({ method: "POST", path: "/api/auth/forgot-password", json: { email: login } }),
  ],
  [
    "POST /api/auth/register",
    (login) => ({
      method: "POST",
      path: "/api/auth/register",
      json: { name: "Eve Nobody", email: login, username: `u-${randomUUID()}`, password: "a long password" },
    }),
  ],
  [
    "PATCH /api/auth/profile",
    (login) => ({
      method: "PATCH",
      path: "/api/auth/profile",
      json: { email: login, currentPassword: PASSWORD },
      cookie,
    }),
  ],
  ["POST /api/newsletter", (login) => ({ method: "POST", path: "/api/newsletter", json: { email: login } })],
];

async function responsesOf(ask: MakeRequest, login: string): Promise<string[]> {
  await (await testContext()).em.execute("delete from rate_limit");
  const texts: string[] = [];
  for (let time = 0; time < 5; time += 1) {
    const { method, path, ...call } = ask(login);
    const { status, body } = await callRest(method, path, {
      ...call,
      headers: { "X-Client-Address": "203.0.113.80" },
    });
    texts.push(`${status} ${JSON.stringify(body)?.replaceAll(login, "…")}`);
  }
  return texts;
}

describe("no text, status or limit reveals who has an account", () => {
  it.each(endpoints)("%s", async (endpoint, ask) => {
    const isByUsername = endpoint === "POST /api/auth/login";
    const ofKnown = await responsesOf(ask, isByUsername ? known.username : known.email);
    const ofNobody = await responsesOf(ask, isByUsername ? randomUUID() : nobody());
    expect(ofKnown.at(-1)).toMatch(/^429/);
    expect(ofKnown.map(withoutOwn)).toEqual(ofNobody.map(withoutOwn));
  });
});

/** Numbers and times that differ in each response. */
function withoutOwn(text: string): string {
  return text.replace(/"(id|createdAt|updatedAt|subscribedAt|username)":("[^"]*"|\d+)/g, '"$1":0');
}
