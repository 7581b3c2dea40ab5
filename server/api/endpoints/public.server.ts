import { z } from "@hono/zod-openapi";
import { defineEndpoint, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import { insistsOn } from "#server/api/middleware.server.ts";
import { blogPostSchema, messageSchema, restBlogPost } from "#server/api/rest-shapes.ts";
import { communityExample, leaderboardEntryExample, subscriberExample } from "#server/api/shape-examples.ts";
import { achievements } from "#server/community/community.ts";
import { findCommunityImpact } from "#server/community/find-community-impact.server.ts";
import { walkArticles } from "#server/content/find-content.server.ts";
import { searchField } from "#server/core/fields.ts";
import { contactTexts } from "#server/enquiries/contact-texts.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { subscribeSchema, verifyCodeSchema } from "#server/newsletter/newsletter.schema.ts";
import { confirmByCode, sendNewsletterVerification, subscribe } from "#server/newsletter/subscribe.server.ts";
import { subscriberStates } from "#server/newsletter/subscriber.ts";
import { listSubscribers } from "#server/newsletter/subscribers.server.ts";
import { findSettings, findSettingsVersion } from "#server/settings/read-settings.server.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { confirmedCurrency, someSettingsSchema } from "#server/settings/settings-form.ts";
import {
  defaultSettings,
  type StoreSettingsValues,
  storeSettingsSchema,
} from "#server/settings/store-settings.ts";

const postContact = defineEndpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Sends an enquiry to the store",
  permission: "public",
  repeating: "with-effect",
  body: z.strictObject(enquirySchema.shape).meta({
    examples: [
      {
        name: "Rhea Reader",
        email: "rhea.reader@example.com",
        subject: "Ten square metres",
        message: "How much biochar do ten square metres of clay need?",
      },
    ],
  }),
  responses: {
    200: {
      description: "Kept and mailed to the store",
      schema: messageSchema(contactTexts.sent.description),
    },
  },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    await sendEnquiry(context, body);
    return reply(200, { message: contactTexts.sent.description });
  },
});

const getBlogPosts = defineEndpoint({
  method: "GET",
  path: "/api/blog-posts",
  summary: "The published articles, newest first",
  permission: "public",
  query: z.strictObject(pagingFields),
  caching: "public",
  topics: contentTopics,
  responses: { 200: { description: "Up to `limit` articles", schema: z.array(blogPostSchema) } },
  answer: async ({ context, request, query: { limit, cursor } }) => {
    const batch = await walkArticles(context, { limit: limit + 1, afterId: cursor });
    return listReply(request, batch, limit, restBlogPost);
  },
});

const CODE_SENT = "If this address signed up, a code is on its way to it.";
const ADDRESS_CONFIRMED = "Thank you, your address is confirmed.";

const postNewsletter = defineEndpoint({
  method: "POST",
  path: "/api/newsletter",
  summary: "Signs an address up; it is pending until its owner confirms it",
  permission: "public",
  repeating: "with-effect",
  body: z.strictObject(subscribeSchema.shape).meta({ examples: [{ email: "rhea.reader@example.com" }] }),
  responses: {
    200: {
      description: "The same for every address, known or not",
      schema: messageSchema("Please confirm your email address."),
    },
  },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    await subscribe(context, { email: body.email, source: "api" });
    return reply(200, { message: "Please confirm your email address." });
  },
});

const postNewsletterCode = defineEndpoint({
  method: "POST",
  path: "/api/newsletter/code",
  summary: "Mails a new code to an address that signed up; it works for 30 minutes",
  permission: "public",
  body: z.strictObject(subscribeSchema.shape).meta({ examples: [{ email: "rhea.reader@example.com" }] }),
  responses: {
    200: {
      description: "The same for every address, known or not",
      schema: z
        .strictObject({
          message: z.string(),
          code: z.string().nullable().meta({
            description: "Null, except in a shop that sends no mail and that only its own machine reaches.",
          }),
        })
        .meta({ examples: [{ message: CODE_SENT, code: null }] }),
    },
  },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    const { shownCode } = await sendNewsletterVerification(context, body);
    return reply(200, { message: CODE_SENT, code: shownCode });
  },
});

const postNewsletterConfirmation = defineEndpoint({
  method: "POST",
  path: "/api/newsletter/confirm",
  summary: "Confirms an address by the code that was mailed to it",
  permission: "public",
  body: z
    .strictObject(verifyCodeSchema.shape)
    .meta({ examples: [{ email: "rhea.reader@example.com", code: "123456" }] }),
  responses: { 200: { description: "It gets the newsletter", schema: messageSchema(ADDRESS_CONFIRMED) } },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    await confirmByCode(context, body);
    return reply(200, { message: ADDRESS_CONFIRMED });
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

const getSubscribers = defineEndpoint({
  method: "GET",
  path: "/api/admin/subscribers",
  summary: "Newsletter subscribers, the newest first; those who unsubscribed only when asked for",
  reads: listSubscribers,
  query: z.strictObject({
    ...pagingFields,
    search: searchField.meta({ description: "Part of the address.", examples: ["example.com"] }),
    state: z
      .enum(subscriberStates)
      .optional()
      .meta({
        description: "Only subscribers in this state.",
        examples: ["confirmed"],
      }),
  }),
  responses: { 200: { description: "Up to `limit` subscribers", schema: z.array(subscriberSchema) } },
  answer: async ({ context, request, query: { limit, cursor, search, state } }) => {
    const batch = await listSubscribers(context, { search, state: state ?? "", after: cursor }, limit + 1);
    return listReply(request, batch, limit, (row) => row);
  },
});

/** Of an invented shop: what a real one began with is nowhere sent (docs/rules.md#settings-5). */
const exampleSettings: StoreSettingsValues = {
  ...defaultSettings,
  storeName: "Teme Char",
  storeDescription: "Biochar of hazel and willow.",
  storeAddress: "Kiln House, Tenbury Wells WR15 8AA",
  storePhone: "01584 000 001",
  storeEmail: "hello@shop.example",
  dispatchPromise: "every Friday",
  bulkDelivery: "Bulk bags come by lorry on a day that we agree with you.",
  bulkReturns: "We collect bulk bags at our expense.",
};
const settingsSchema = storeSettingsSchema.strict().meta({ examples: [exampleSettings] });

const getAdminSettings = defineEndpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "The store settings in force",
  reads: findSettings,
  responses: {
    200: { description: "Amounts in the shop's currency, rates as fractions", schema: settingsSchema },
  },
  answer: async ({ context }) => reply(200, (await findSettings(context)).values),
});

const putAdminSettings = defineEndpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Saves store settings; what is left out stays. With If-Match, only while nobody has saved since that ETag",
  command: saveSomeSettings,
  alsoNeeds: findSettings.permissions,
  body: someSettingsSchema
    .extend({
      confirmedCurrency: confirmedCurrency.meta({
        description:
          "The new currency once more, where `currency` changes: the numbers of all prices stay as they are. Without it such a change is refused with 422, and with 409 once there is an order.",
      }),
    })
    .meta({ examples: [{ storePhone: "01584 000 001", freeShippingThreshold: 45, lowStockThreshold: 10 }] }),
  conditional: true,
  errorCodes: ["conflict"],
  responses: { 200: { description: "The settings as they now are", schema: settingsSchema } },
  answer: async ({ context, request, body: { confirmedCurrency: confirmed, ...values } }) => {
    // Reads the version before the values: if both change in between, the save below finds the version outdated.
    const version = await findSettingsVersion(context);
    const insists = insistsOn(request, (await findSettings(context)).values);
    await saveSomeSettings(context, {
      values,
      seenVersion: insists ? version : undefined,
      confirmedCurrency: confirmed,
    });
    return reply(200, (await findSettings(context)).values);
  },
});

const achievementId = z.enum(achievements.map(({ id }) => id));

const kilograms = (description: string) => z.number().min(0).meta({ description });

const leaderboardEntrySchema = z
  .strictObject({
    rank: z.int().min(1),
    customerName: z.string().meta({ description: "Initials and a locality, never a name or an address." }),
    totalCO2Sequestered: kilograms(
      "Kilograms, to one decimal: the pounds spent × 0.36; a shop in another currency counts each order at its rate.",
    ),
    achievements: z.array(achievementId),
  })
  .openapi("LeaderboardEntry", { examples: [leaderboardEntryExample] });

const communitySchema = z
  .strictObject({
    totalCO2Sequestered: kilograms("Kilograms, to one decimal."),
    dailyImpact: kilograms("The total ÷ 365, in kilograms to one decimal."),
    totalOrders: z
      .int()
      .min(0)
      .meta({ description: "Paid orders, without those cancelled or given back whole." }),
    totalCustomers: z.int().min(0),
    leaderboard: z.array(leaderboardEntrySchema),
    achievements: z.array(
      z.strictObject({
        id: achievementId,
        name: z.string(),
        description: z.string(),
        icon: z.string(),
        requirement: z.int().min(1).meta({ description: "Orders, or kilograms of CO2." }),
        category: z.enum(["orders", "co2"]),
        color: z.string(),
        holders: z.int().min(0).meta({ description: "How many customers have it." }),
      }),
    ),
  })
  .openapi("Community", { examples: [communityExample] });

/** In place of the orders of staff, which the page once read (docs/rules.md#rest-4). */
const getCommunity = defineEndpoint({
  method: "GET",
  path: "/api/community",
  summary: "The Community Impact Hub: totals, the leaderboard without names, achievements",
  permission: "public",
  caching: "public",
  responses: { 200: { description: "What all paid orders come to", schema: communitySchema } },
  answer: async ({ context }) => {
    const { holders, ...impact } = await findCommunityImpact(context);
    return reply(200, {
      ...impact,
      achievements: achievements.map((achievement) => ({
        ...achievement,
        holders: holders[achievement.id] ?? 0,
      })),
    });
  },
});

/** The newsletter, the contact form, what everybody reads, and the settings behind it. */
export const publicEndpoints = [
  postNewsletter,
  postNewsletterCode,
  postNewsletterConfirmation,
  postContact,
  getBlogPosts,
  getCommunity,
  getSubscribers,
  getAdminSettings,
  putAdminSettings,
];
