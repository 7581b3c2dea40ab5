import { expect, it } from "vitest";
import { systemContext } from "#server/process/request-context.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, writeRegistrationMails } from "#server/testing/mailed.ts";
import { action as login } from "./account/login.tsx";
import { action as register } from "./account/register.tsx";

/* Attackers' text in addresses, headers and forms redirects nobody elsewhere and adds no header. */

const formPost = (address: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(address, { method: "POST", body: new URLSearchParams(form), headers });

it.each([
  ["/account%0d%0aSet-Cookie:%20session=planted", "/accountSet-Cookie:%20session=planted"],
  ["https://evil.example/account", "/account"],
  ["//evil.example", "/account"],
  ["/%5Cevil.example", "/account"],
  ["javascript:alert(1)", "/account"],
])("signing in with ?next=%s leads to %s", async (next, expected) => {
  const password = "a long enough password";
  const { username } = await makeUser(await testContext(), { password });
  const request = formPost(`http://127.0.0.1:3000/login?next=${next}`, { username, password });
  const response = await login({ request, params: {}, context: {} });
  if (!(response instanceof Response)) throw new Error("not signed in");
  expect(response.headers.get("location")).toBe(expected);
  for (const cookie of response.headers.getSetCookie()) expect(cookie).not.toMatch(/planted/);
});

it("a forged Host puts no address into our mails", async () => {
  const context = await testContext();
  const email = "forged-host@example.com";
  const request = formPost(
    "http://evil.example/register",
    {
      name: "Hosta Forger",
      email,
      username: "forged-host",
      password: "a long enough password",
      confirmPassword: "a long enough password",
    },
    { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" },
  );
  await register({ request, params: {}, context: {} });
  await writeRegistrationMails(await systemContext());
  const { url } = await mailedLink(context, "verify-email", email);
  expect(url.host).toBe("127.0.0.1:3000");
});
