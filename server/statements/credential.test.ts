import { generateKeyPairSync } from "node:crypto";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createVerifyCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { type DocumentLoader, defaultDocumentLoader, verifyCredential } from "@digitalbazaar/vc";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import { describe, expect, it } from "vitest";
import { SigningKey } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { makeStatement } from "#server/testing/batches.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { checkCredential, readJsonObject } from "./credentials.server.ts";
import { multibaseOf, proofHolds, withProof } from "./data-integrity.server.ts";
import { findCredential, findStatement } from "./find-statement.server.ts";
import {
  activeSigningKey,
  findDidDocument,
  findRevocations,
  rotateSigningKey,
} from "./signing-keys.server.ts";
import { didOf } from "./statement-credential.ts";
import { updateStatement } from "./update-statement.server.ts";
import { statementPdfResponse } from "./write-statement-pdf.server.ts";

const context = await testContext();

const fresh = () => context.em.fork();

async function cancel(order: { id: number }): Promise<void> {
  await fresh().execute("update customer_order set status = 'cancelled' where id = ?", [order.id]);
  await updateStatement(context, { orderId: order.id });
}

/** The same credential with one other byte in a value. */
function changed(credential: string): unknown {
  const at = credential.indexOf('"gramsStored":') + '"gramsStored":'.length;
  const digit = credential[at] === "9" ? "8" : "9";
  return JSON.parse(credential.slice(0, at) + digit + credential.slice(at + 1));
}

/**
 * What a published verifier, which shares no code with the shop, says of a credential: it reads the shop's DID document
 * and list of revocations as it would from their addresses, and nothing else.
 */
async function verifyIndependently(
  context: Context,
  credential: unknown,
): Promise<"verified" | "revoked" | "refused"> {
  const documentLoader = loaderOf(context);
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
  const result = await verifyCredential({
    ...{ credential, suite, documentLoader },
    checkStatus: (options) => checkStatus({ ...options, verifyBitstringStatusListCredential: true }),
  });
  if (!result.verified) return "refused";
  return result.statusResult?.results?.some(({ status }) => status) ? "revoked" : "verified";
}

function loaderOf(context: Context): DocumentLoader {
  const loaded = (documentUrl: string, document: unknown) => ({
    contextUrl: null,
    documentUrl,
    // As it would come over the network.
    document: JSON.parse(JSON.stringify(document)),
  });
  return async (url) => {
    const did = await findDidDocument(context);
    if (url === did.id) return loaded(url, did);
    const key = did.verificationMethod.find(({ id }) => id === url);
    if (key) return loaded(url, { "@context": "https://w3id.org/security/multikey/v1", ...key });
    const list = url.startsWith(`${context.publicUrl}/statements/status/`)
      ? url.split("/").at(-1)
      : undefined;
    if (list) return loaded(url, await findRevocations(context, list));
    return defaultDocumentLoader(url);
  };
}

describe("a credential", () => {
  it("is accepted by an independent verifier and on the shop's page", async () => {
    const { statement, order } = await makeStatement(context);
    expect(await verifyIndependently(context, readJsonObject(statement.credential))).toBe("verified");
    expect(await checkCredential(context, statement.credential)).toMatchObject({
      ...{ kind: "valid", subject: { invoiceNumber: order.invoiceNumber } },
    });
  });

  it("is refused by both after one byte was changed, in what it says or in its proof", async () => {
    const { statement } = await makeStatement(context);
    const other = changed(statement.credential);
    expect(await verifyIndependently(context, other)).toBe("refused");
    expect(await checkCredential(context, JSON.stringify(other))).toEqual({ kind: "changed" });
    const proof = statement.credential.replace(
      /"created":"20(\d\d)/,
      (_, year) => `"created":"20${Number(year) - 1}`,
    );
    expect(proof).not.toBe(statement.credential);
    expect(await verifyIndependently(context, readJsonObject(proof))).toBe("refused");
    expect(await checkCredential(context, proof)).toEqual({ kind: "changed" });
  });

  it("survives being written in another way: order and spaces of JSON are nobody's business", async () => {
    const { statement } = await makeStatement(context);
    const backwards = Object.fromEntries(
      Object.entries(readJsonObject(statement.credential) ?? {}).reverse(),
    );
    expect(await verifyIndependently(context, backwards)).toBe("verified");
    expect(await checkCredential(context, JSON.stringify(backwards, null, 2))).toMatchObject({
      kind: "valid",
    });
  });

  it("shows as revoked to both once its order is, and the next one does not", async () => {
    const [one, other] = [await makeStatement(context), await makeStatement(context)];
    await cancel(one.order);
    expect(await verifyIndependently(context, readJsonObject(one.statement.credential))).toBe("revoked");
    expect(await checkCredential(context, one.statement.credential)).toMatchObject({
      ...{ kind: "revoked", because: "The order was cancelled." },
    });
    expect(await verifyIndependently(context, readJsonObject(other.statement.credential))).toBe("verified");
  });

  it.each([
    ["nothing", "", "unreadable"],
    ["no JSON", "{", "unreadable"],
    ["JSON without a proof", "{}", "unreadable"],
    ["a list", "[]", "unreadable"],
    [
      "somebody else's",
      '{"issuer":"did:web:other.example","proof":{"verificationMethod":"did:web:other.example#k"}}',
      "foreign",
    ],
    ["too much", `{"a":"${"x".repeat(1_000_001)}","proof":{}}`, "unreadable"],
  ])("is not found in %s", async (_, text, kind) => {
    expect(await checkCredential(context, text)).toEqual({ kind });
  });

  it("in our name with a key of somebody else's is not ours, and our own list is no statement", async () => {
    const { statement } = await makeStatement(context);
    const forged = statement.credential.replaceAll(`${statement.keyId}"`, 'key-of-mallory"');
    expect(await checkCredential(context, forged)).toEqual({ kind: "foreign" });
    const list = await findRevocations(context, "1");
    expect(await checkCredential(context, JSON.stringify(list))).toEqual({ kind: "unreadable" });
  });
});

it("is not valid where one of our keys signed other words under its number", async () => {
  const { statement } = await makeStatement(context);
  const { proof, ...issued } = readJsonObject(statement.credential) ?? {};
  const key = await activeSigningKey(fresh(), context.clock.now());
  const forged = withProof(
    { "@context": issued["@context"], ...issued, validFrom: "2020-01-01T00:00:00Z" },
    {
      privateKey: key.privateKey,
      verificationMethod: (proof as { verificationMethod: string }).verificationMethod,
      created: context.clock.now(),
    },
  );
  expect(await checkCredential(context, JSON.stringify(forged))).toEqual({ kind: "changed" });
});

describe("keys", () => {
  it("rotate: the new one signs, what the old one signed still verifies, and its private half is gone", async () => {
    const before = await makeStatement(context);
    const id = await rotateSigningKey(context);
    const after = await makeStatement(context);
    expect([before.statement.keyId === id, after.statement.keyId]).toEqual([false, id]);
    for (const { statement } of [before, after]) {
      expect(await verifyIndependently(context, readJsonObject(statement.credential))).toBe("verified");
      expect(await checkCredential(context, statement.credential)).toMatchObject({ kind: "valid" });
    }
    const old = await fresh().findOneOrFail(
      SigningKey,
      { id: before.statement.keyId },
      { populate: ["privateKey"] },
    );
    expect(old).toMatchObject({ privateKey: "", retiredAt: expect.any(Date) });
    const { verificationMethod } = await findDidDocument(context);
    expect(verificationMethod.map((key) => key.id)).toContain(`${didOf(context.publicUrl)}#${old.id}`);
  });

  it("are encrypted, and one that cannot be decrypted any more is replaced", async () => {
    const { statement } = await makeStatement(context);
    await fresh().execute("update signing_key set private_key = '1.AAAA' where retired_at is null");
    const after = await makeStatement(context);
    expect(after.statement.keyId).not.toBe(statement.keyId);
    expect(await verifyIndependently(context, readJsonObject(statement.credential))).toBe("verified");
    const active = await fresh().findOneOrFail(SigningKey, { retiredAt: null }, { populate: ["privateKey"] });
    expect(active.privateKey).toMatch(/^1\./);
    expect(Buffer.from(active.privateKey.slice(2), "base64url").toString("latin1")).not.toContain("MC4CAQ");
  });

  it.each([
    ["https://shop.example", "did:web:shop.example"],
    ["http://localhost:3000", "did:web:localhost%3A3000"],
    ["https://shop.example/uk", "did:web:shop.example:uk"],
  ])("of %s are those of %s", (address, did) => {
    expect(didOf(address)).toBe(did);
  });
});

describe("who reads a statement", () => {
  it("is anyone who has the order's link, its buyer, and staff", async () => {
    const customer = await makeUser(context);
    const { order, statement } = await makeStatement(context, { customer });
    const { invoiceNumber } = order;
    const token = await makeConfirmationToken(fresh(), invoiceNumber, context.clock.now());
    const without = { invoiceNumber, cartId: null, token: null };
    const staff = asUser(context, await makeUser(context, { role: "packer" }));
    for (const [reader, visitor] of [
      [context, { ...without, token }],
      [asUser(context, customer), without],
      [staff, without],
    ] as const) {
      expect(await findCredential(reader, visitor)).toEqual({
        ...{ invoiceNumber, credential: statement.credential },
      });
      expect(await findStatement(reader, visitor)).toMatchObject({
        statement: { subject: { invoiceNumber } },
      });
    }
  });

  it("is nobody else: not by another order's link, nor one that was made up, nor signed in as another", async () => {
    const [mine, other] = [await makeStatement(context), await makeStatement(context)];
    const { invoiceNumber } = mine.order;
    const token = await makeConfirmationToken(fresh(), other.order.invoiceNumber, context.clock.now());
    const stranger = asUser(context, await makeUser(context));
    for (const [reader, t] of [
      [context, token],
      [context, `${invoiceNumber}.forged`],
      [context, null],
      [stranger, null],
    ] as const) {
      const visitor = { invoiceNumber, cartId: null, token: t };
      await expect(findStatement(reader, visitor)).toBeRefused("not_found");
      await expect(findCredential(reader, visitor)).toBeRefused("not_found");
    }
  });

  it("reads of a revoked one that it is, and why, and downloads none", async () => {
    const { order } = await makeStatement(context);
    await cancel(order);
    const token = await makeConfirmationToken(fresh(), order.invoiceNumber, context.clock.now());
    const visitor = { invoiceNumber: order.invoiceNumber, cartId: null, token };
    expect(await findStatement(context, visitor)).toMatchObject({
      ...{ statement: null, revoked: { because: "The order was cancelled." } },
    });
    await expect(findCredential(context, visitor)).toBeRefused("not_found");
  });
});

it("finds no list of revocations where there is no statement", async () => {
  for (const list of ["0", "2", "x", "1.5", "99999", ""]) {
    await expect(findRevocations(context, list)).toBeRefused("not_found");
  }
});

it("is a PDF for people, with the figures, the sentence of the claim and where to check it", async () => {
  const { order } = await makeStatement(context);
  const token = await makeConfirmationToken(fresh(), order.invoiceNumber, context.clock.now());
  const view = await findStatement(context, { invoiceNumber: order.invoiceNumber, cartId: null, token });
  const response = await statementPdfResponse(context, view);
  expect(response.headers.get("Content-Disposition")).toContain(
    `carbon-statement-${order.invoiceNumber}.pdf`,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("%PDF-1.7");
  expect(bytes.toString("latin1")).toContain("/StructTreeRoot");
  const again = await statementPdfResponse(context, view);
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  await expect(statementPdfResponse(context, { ...view, statement: null })).toBeRefused("not_found");
});

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
