import { z } from "zod";
import { chosenRows, describeWith, messageForMany } from "#server/commands/command.ts";
import {
  emailAddress,
  optionalRowId,
  optionalText,
  requiredText,
  rowIdFromText,
  searchText,
  uuid,
} from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";

/** The contact form. */
export const enquirySchema = z.object({
  name: requiredText(200, "Name is required"),
  email: emailAddress("Please enter a valid email address"),
  /** One line: it becomes the subject of a mail. */
  subject: requiredText(200, "Subject must be at least 2 characters", undefined, 2).transform((line) =>
    line.replace(/\p{Cc}+/gu, " "),
  ),
  message: requiredText(10_000, "Message must be at least 10 characters", undefined, 10),
});

export type EnquiryInput = z.output<typeof enquirySchema>;

const answering = describeWith("enquiries.answer");

/** What staff do about enquiries. */
export const enquiryCommands = {
  answer: answering(
    "enquiries.answer",
    z.object({
      id: rowIdFromText,
      /** Made with the form, so that a form sent twice is one answer. */
      key: uuid,
      text: requiredText(10_000, "Write an answer", undefined, 2),
    }),
    ({ recipient }: { recipient: string }) => ({
      title: "Answer sent",
      description: `To ${recipient}`,
    }),
  ),
  markManyAnswered: answering(
    "enquiries.markManyAnswered",
    z.object({ enquiry: chosenRows("enquiries") }),
    ({ did }: { did: readonly string[] }) => ({
      ...messageForMany(did, "", "marked as answered"),
      title: did.length === 1 ? "1 enquiry marked as answered" : `${did.length} enquiries marked as answered`,
    }),
  ),
  markAnswered: answering(
    "enquiries.markAnswered",
    z.object({
      id: rowIdFromText,
      /** "on" in a form; one that leaves it out opens the enquiry again. */
      answered: z.preprocess((value) => value === true || value === "on", z.boolean()),
      /** What the form began with, and what it says now: left as it is where they are the same. */
      seenNote: optionalText(2000).optional(),
      note: optionalText(2000).optional(),
    }),
    ({ answered }: { answered: boolean }) => ({
      title: answered ? "Enquiry marked as answered" : "Enquiry opened again",
    }),
  ),
};

const enquiryStates = ["open", "answered"] as const;

/** What staff ask of the enquiries, as the address says it; what makes no sense becomes its default. */
export const enquiryList = listQuery(
  z.object({
    /** Part of the name, the address or the subject. */
    search: searchText(),
    state: z
      .union([z.enum(enquiryStates), z.literal("")])
      .catch("")
      .default(""),
    /** Go on behind the enquiry of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type EnquirySearch = z.infer<typeof enquiryList.schema>;
