import { z } from "@hono/zod-openapi";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { statementExample } from "#server/rest/documentation/shape-examples.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { findCredential } from "#server/statements/find-statement.server.ts";
import { statementSubject } from "#server/statements/statement-subject.ts";

const credentialSchema = z
  .strictObject({
    "@context": z.array(z.string()),
    id: z.string(),
    type: z.array(z.string()),
    issuer: z.strictObject({ id: z.string(), name: z.string() }),
    validFrom: z.string().meta({ description: "When it was issued, ISO 8601 in UTC." }),
    credentialStatus: z.strictObject({
      id: z.string(),
      type: z.literal("BitstringStatusListEntry"),
      statusPurpose: z.literal("revocation"),
      statusListIndex: z.string(),
      statusListCredential: z.string().meta({ description: "Where it says which statements are revoked." }),
    }),
    credentialSubject: statementSubject,
    proof: z.strictObject({
      type: z.literal("DataIntegrityProof"),
      cryptosuite: z.literal("eddsa-jcs-2022"),
      created: z.string(),
      verificationMethod: z.string(),
      proofPurpose: z.literal("assertionMethod"),
      "@context": z.array(z.string()),
      proofValue: z.string(),
    }),
  })
  .openapi("CarbonStatement", { examples: [statementExample] });

const getStatement = defineEndpoint({
  method: "GET",
  path: "/api/orders/{invoiceNumber}/statement",
  summary: "What the biochar of an order stores, as a signed W3C Verifiable Credential",
  permission: "public",
  caching: "never",
  params: z.strictObject({
    invoiceNumber: z
      .string()
      .max(20)
      .meta({
        description: "The order's number.",
        examples: ["INV-1772453100000"],
      }),
  }),
  query: z.strictObject({
    t: z
      .string()
      .max(200)
      .optional()
      .meta({
        description:
          "The token of a link in the order's mails. Not needed by the signed-in buyer and by staff who see orders.",
        examples: ["INV-1772453100000.fnb.signature"],
      }),
  }),
  responses: { 200: { description: "The statement that holds, as it was signed", schema: credentialSchema } },
  refusals: ["not_found"],
  answer: async ({ context, request, params: { invoiceNumber }, query }) => {
    const cartId = await cartIdFrom(context, request);
    const found = await findCredential(context, { invoiceNumber, token: query.t ?? null, cartId });
    return reply(200, credentialSchema.parse(JSON.parse(found.credential)));
  },
});

/** What an order stores. */
export const statementEndpoints = [getStatement];
