import { z } from "@hono/zod-openapi";
import { subscribe } from "#server/newsletter/confirm-subscriber.server.ts";
import { listSubscribers } from "#server/newsletter/list-subscribers.server.ts";
import { subscribeSchema } from "#server/newsletter/newsletter.schema.ts";
import { subscriberStates } from "#server/newsletter/subscriber.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { pageOf, pagingFields } from "#server/rest/paging.ts";
import { messageSchema } from "#server/rest/rest-shapes.ts";
import { subscriberExample } from "#server/rest/shape-examples.ts";

export const postNewsletter = defineEndpoint({
  method: "POST",
  path: "/api/newsletter",
  summary: "Signs an address up; it is pending until its owner confirms it",
  permission: "public",
  repeating: "with-effect",
  example: { body: { email: "rhea.reader@example.com" } },
  body: z.strictObject(subscribeSchema.shape),
  responses: {
    200: {
      description: "The same for every address, known or not",
      schema: messageSchema("Please confirm your email address."),
    },
  },
  refusals: ["rate_limited"],
  answer: async ({ context, body }) => {
    await subscribe(context, { email: body.email, source: "api" });
    return reply(200, { message: "Please confirm your email address." });
  },
});

const subscriberSchema = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    state: z.enum(subscriberStates),
    createdAt: z.iso.datetime().meta({ description: "ISO 8601 in UTC." }),
  })
  .openapi("Subscriber", { examples: [subscriberExample] });

export const getSubscribers = defineEndpoint({
  method: "GET",
  path: "/api/admin/subscribers",
  summary: "Newsletter subscribers, the newest first; those who unsubscribed only when asked for",
  permission: "subscribers.view",
  example: { query: { state: "confirmed", search: "example.com", limit: 50 } },
  query: z.strictObject({
    ...pagingFields,
    search: z.string().trim().max(100).default("").meta({ description: "Part of the address." }),
    state: z.enum(subscriberStates).optional().meta({ description: "Only subscribers in this state." }),
  }),
  responses: { 200: { description: "Up to `limit` subscribers", schema: z.array(subscriberSchema) } },
  answer: async ({ context, request, query: { limit, cursor, search, state } }) => {
    const found = await listSubscribers(context, { search, state: state ?? "", after: cursor }, limit + 1);
    const { rows, headers } = pageOf(request, found, limit);
    return reply(200, rows, headers);
  },
});
