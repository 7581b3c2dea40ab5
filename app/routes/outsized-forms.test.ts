import { describe, expect, it } from "vitest";
import { action as askForPassword } from "./account/forgot-password.tsx";
import { action as signIn } from "./account/login.tsx";
import { action as register } from "./account/register.tsx";
import { action as sendEnquiry } from "./content/contact.tsx";

/* A stranger's small form that would be costly to read, and to show again (server/http/form-limits.ts). */

describe.each([
  ["contact", sendEnquiry],
  ["login", signIn],
  ["register", register],
  ["forgot-password", askForPassword],
])("/%s answers 400, before it reads it, to a form with the field", (path, action) => {
  it.each([
    ["2,000 objects deep", `a${".a".repeat(2000)}`],
    ["of the 4,000,000,000th of a list", "a[4000000000]"],
  ])("%s", async (_, name) => {
    const request = new Request(`http://127.0.0.1:3000/${path}`, {
      method: "POST",
      headers: { "X-Client-Address": "203.0.113.7" },
      body: new URLSearchParams({ name: "Mallory", email: "", [name]: "1" }),
    });
    const answered = async () => action({ request, params: {}, context: {} });
    await expect(answered()).rejects.toMatchObject({ init: { status: 400 } });
  });
});
