import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { multibaseOf, proofHolds, withProof } from "./data-integrity.server.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = multibaseOf(publicKey);
const contexts = ["https://www.w3.org/ns/credentials/v2", { own: "https://shop.example/#own" }];
const signed = withProof(
  { "@context": contexts, own: "stone" },
  { privateKey, verificationMethod: "did:web:shop.example#1", created: new Date("2026-03-02T12:00:00Z") },
);
const extra = "https://wallet.example/extra";

it.each([
  ["as it was signed", contexts, true],
  ["with a context behind those of its proof", [...contexts, extra], true],
  ["with one before them", [extra, ...contexts], false],
  ["with one between them", [contexts[0], extra, contexts[1]], false],
  ["with one less", contexts.slice(0, 1), false],
  ["with another instead", [contexts[0], { own: "https://shop.example/#other" }], false],
  ["with none", undefined, false],
])("a proof holds for a document %s: %j is %s", (_how, context, holds) => {
  expect(proofHolds({ ...signed, "@context": context }, key)).toBe(holds);
});

it("a proof does not hold for other words beside a context more", () => {
  expect(proofHolds({ ...signed, "@context": [...contexts, extra], own: "sand" }, key)).toBe(false);
});
