import { describe, expect, it } from "vitest";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { administratorSchema, createAdministrator } from "./create-administrator.server.ts";
import { signIn } from "./sign-in.server.ts";

const person = {
  name: "Olive Owner",
  email: "olive@example.com",
  username: "olive",
  password: "a long pass phrase",
};

describe("createAdministrator", () => {
  it("makes someone who can sign in as staff", async () => {
    const context = await testContext();
    await createAdministrator(context, person);
    const request = new Request("http://shop.test/admin/login", { method: "POST" });
    const { actor } = await signIn(context, request, {
      email: person.email,
      password: person.password,
      audience: "staff",
    });
    expect(actor).toMatchObject({ role: "administrator", name: "Olive Owner" });
  });

  it("refuses an address that is taken, without regard to case", async () => {
    const context = await testContext();
    await makeUser(context, { email: "taken@example.com" });
    await expect(
      createAdministrator(context, { ...person, email: "TAKEN@example.com", username: "another" }),
    ).toBeRefused("conflict");
  });

  it("asks for a password of at least 12 characters", () => {
    expect(administratorSchema.safeParse({ ...person, password: "elevenchars" }).success).toBe(false);
  });
});
