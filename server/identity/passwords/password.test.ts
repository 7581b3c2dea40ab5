import { hash } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.server.ts";

const cheap = (password: string) => hash(password, { memoryCost: 8, timeCost: 1 });

it.each(["pässwörd1", "Nguyễn12", "①ﬁsh"])("%s is the same with its accents apart", async (password) => {
  const stored = await hashPassword(password.normalize("NFD"));
  for (const form of ["NFC", "NFD", "NFKC"]) {
    expect(await verifyPassword(stored, password.normalize(form))).toBe(true);
  }
  expect(await verifyPassword(stored, "password1")).toBe(false);
});

it("still knows hashes that were made of the letters as they came", async () => {
  for (const password of ["pässwörd1".normalize("NFC"), "pässwörd1".normalize("NFD"), "①ﬁsh"]) {
    expect(await verifyPassword(await cheap(password), password)).toBe(true);
  }
  expect(await verifyPassword(await cheap("pässwörd1".normalize("NFC")), "pässwörd1".normalize("NFD"))).toBe(
    true,
  );
});
