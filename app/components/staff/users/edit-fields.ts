import {
  acquisitionSources,
  choiceLabel,
  contactMethods,
  customerSegments,
  customerTypes,
} from "#server/accounts/user-view.ts";
import { roleDisplayName, roles } from "#server/core/roles.ts";
import type { UserEditForm } from "#server/customers/users.schema.ts";

interface Choice {
  value: string;
  label: string;
}

export interface EditField {
  name: keyof UserEditForm;
  label: string;
  kind:
    | "text"
    | "email"
    | "tel"
    | "count"
    | "decimal"
    | "pounds"
    | "long"
    | "choice"
    | "trade-list"
    | "country"
    | "yes-no";
  choices?: Choice[];
  hint?: string;
  wide?: boolean;
}

const field = (
  kind: EditField["kind"],
  name: EditField["name"],
  label: string,
  more: Pick<EditField, "choices" | "hint" | "wide"> = {},
): EditField => ({ name, label, kind, ...more });

const choicesOf = (values: readonly string[], none?: string): Choice[] => [
  ...(none ? [{ value: "", label: none }] : []),
  ...values.map((value) => ({ value, label: choiceLabel(value) })),
];

export const editTabs = ["Basic Info", "Business", "CRM & Analytics", "Preferences"] as const;

export type EditTab = (typeof editTabs)[number];

/** The fields of a user, on the tabs of the edit dialog. */
export const editFields: Record<EditTab, readonly EditField[]> = {
  "Basic Info": [
    field("text", "name", "Name"),
    field("email", "email", "Email", { hint: "Links sent to an earlier address stop working." }),
    field("text", "username", "Username"),
    field("tel", "phone", "Phone"),
    field("text", "address", "Address", { wide: true }),
    field("text", "city", "City"),
    field("text", "postcode", "Postcode"),
    field("country", "country", "Country"),
    field("choice", "role", "Role", {
      choices: roles.map((value) => ({ value, label: roleDisplayName(value) })),
    }),
    field("yes-no", "isVerified", "Verified", { hint: "The email address is proved to be theirs." }),
    field("yes-no", "hasResearchAccess", "Research access", {
      hint: "May download the research report once verified.",
    }),
    field("yes-no", "isActive", "Active", { hint: "Without it, they are signed out at once." }),
  ],
  Business: [
    field("text", "companyName", "Company name"),
    field("choice", "customerType", "Customer type", { choices: choicesOf(customerTypes) }),
    field("choice", "customerSegment", "Customer segment", { choices: choicesOf(customerSegments, "None") }),
    field("trade-list", "tradeList", "Trade list", {
      hint: "Signed in, they see and pay its prices where these are lower.",
    }),
    field("text", "industry", "Industry"),
    field("decimal", "landSize", "Land size (hectares)"),
    field("text", "cropTypes", "Crop types"),
    field("text", "biocharApplications", "Biochar applications", { wide: true }),
  ],
  "CRM & Analytics": [
    field("count", "leadScore", "Lead score (0-100)"),
    field("pounds", "totalLifetimeValue", "Total lifetime value"),
    field("choice", "acquisitionSource", "Acquisition source", {
      choices: choicesOf(acquisitionSources, "Unknown"),
    }),
    field("text", "tags", "Tags", { hint: "Separated by commas." }),
    field("long", "notes", "Notes", { wide: true, hint: "The person reads them in 'Download My Data'." }),
  ],
  Preferences: [
    field("choice", "preferredContactMethod", "Preferred contact method", {
      choices: choicesOf(contactMethods, "No preference"),
    }),
    field("decimal", "carbomReductionTarget", "Carbon reduction target (%)"),
    field("yes-no", "emailOptIn", "Marketing emails", {
      hint: "Only with their consent: who recorded it, and when, is kept.",
    }),
    field("yes-no", "smsOptIn", "Marketing text messages"),
    field("long", "sustainabilityGoals", "Sustainability goals", { wide: true }),
  ],
};
