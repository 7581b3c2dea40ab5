import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.server.ts";

it.each(["pässwörd1", "Nguyễn12", "①ﬁsh"])("%s is the same with its accents apart", async (password) => {
  const stored = await hashPassword(password.normalize("NFD"));
  for (const form of ["NFC", "NFD", "NFKC"]) {
    expect(await verifyPassword(stored, password.normalize(form))).toBe(true);
  }
  expect(await verifyPassword(stored, "password1")).toBe(false);
});
