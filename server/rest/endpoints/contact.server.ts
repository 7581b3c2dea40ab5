import { z } from "zod";
import { contactTexts } from "#server/enquiries/contact-texts.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { sendEnquiry } from "#server/enquiries/send-enquiry.server.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { messageSchema } from "#server/rest/rest-shapes.ts";

export const postContact = defineEndpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Sends an enquiry to the store",
  permission: "public",
  repeating: "with-effect",
  example: {
    body: {
      name: "Rhea Reader",
      email: "rhea.reader@example.com",
      subject: "Ten square metres",
      message: "How much biochar do ten square metres of clay need?",
    },
  },
  body: z.strictObject(enquirySchema.shape),
  responses: {
    200: {
      description: "Kept and mailed to the store",
      schema: messageSchema(contactTexts.sent.description),
    },
  },
  refusals: ["rate_limited"],
  answer: async ({ context, body }) => {
    await sendEnquiry(context, body);
    return reply(200, { message: contactTexts.sent.description });
  },
});
