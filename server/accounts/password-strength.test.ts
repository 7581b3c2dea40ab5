import { describe, expect, it } from "vitest";
import { isEasyToGuess } from "./password-strength.ts";

const own = ["Agatha Marsh", "agatha@marsh.example", "agatha-m", "Oxbow Biochar"];

describe("a password that programs soon guess", () => {
  it.each([
    ["123456", "one of the commonest"],
    ["password1234", "one of them with a row of digits"],
    ["P@ssw0rd1234!", "the same in disguise"],
    ["qwertyuiop12", "keys in a row"],
    ["123456789012", "a row of digits"],
    ["aaaaaaaaaaaa", "one sign, repeated"],
    ["letmeinletmein", "a common one, twice"],
    ["agathamarsh12", "the person's own name"],
    ["oxbowbiochar1", "the shop's name"],
    ["01/02/1990", "a date"],
  ])("%s (%s)", async (password) => {
    expect(await isEasyToGuess(password, own)).toBe(true);
  });

  it.each(["correct horse battery", "kfh3kd9slq02", "mahogany-tuba-lintel", "Ärger über Öfen 7"])(
    "is none like %s",
    async (password) => {
      expect(await isEasyToGuess(password, own)).toBe(false);
    },
  );

  it("is looked at only so far, however long it is", async () => {
    expect(await isEasyToGuess("ab3$".repeat(250), own)).toBe(true);
    expect(await isEasyToGuess(`correct horse battery ${"x".repeat(970)}`, own)).toBe(false);
  });
});
