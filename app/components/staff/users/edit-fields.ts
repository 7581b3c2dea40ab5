import { roleDisplayName, roles } from "#server/core/roles.ts";
import type { UserEditForm } from "#server/customers/users.schema.ts";
import {
  acquisitionSources,
  choiceLabel,
  contactMethods,
  customerSegments,
  customerTypes,
} from "#server/identity/account/user-view.ts";

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

const choicesOf = (values: readonly string[], none?: string): Choice[] => [
  ...(none ? [{ value: "", label: none }] : []),
  ...values.map((value) => ({ value, label: choiceLabel(value) })),
];

export const editTabs = ["Basic Info", "Business", "CRM & Analytics", "Preferences"] as const;

export type EditTab = (typeof editTabs)[number];

/** The fields of a user, on the tabs of the edit dialog. */
export const editFields: Record<EditTab, readonly EditField[]> = {
  "Basic Info": [
    { name: "name", label: "Name", kind: "text" },
    { name: "email", label: "Email", kind: "email", hint: "Links sent to an earlier address stop working." },
    { name: "username", label: "Username", kind: "text" },
    { name: "phone", label: "Phone", kind: "tel" },
    { name: "address", label: "Address", kind: "text", wide: true },
    { name: "city", label: "City", kind: "text" },
    { name: "postcode", label: "Postcode", kind: "text" },
    { name: "country", label: "Country", kind: "country" },
    {
      name: "role",
      label: "Role",
      kind: "choice",
      choices: roles.map((value) => ({ value, label: roleDisplayName(value) })),
    },
    {
      name: "isVerified",
      label: "Verified",
      kind: "yes-no",
      hint: "The email address is proved to be theirs.",
    },
    {
      name: "hasResearchAccess",
      label: "Research access",
      kind: "yes-no",
      hint: "May download the research report once verified.",
    },
    { name: "isActive", label: "Active", kind: "yes-no", hint: "Without it, they are signed out at once." },
  ],
  Business: [
    { name: "companyName", label: "Company name", kind: "text" },
    { name: "customerType", label: "Customer type", kind: "choice", choices: choicesOf(customerTypes) },
    {
      name: "customerSegment",
      label: "Customer segment",
      kind: "choice",
      choices: choicesOf(customerSegments, "None"),
    },
    {
      name: "tradeList",
      label: "Trade list",
      kind: "trade-list",
      hint: "Signed in, they see and pay its prices where these are lower.",
    },
    { name: "industry", label: "Industry", kind: "text" },
    { name: "landSize", label: "Land size (hectares)", kind: "decimal" },
    { name: "cropTypes", label: "Crop types", kind: "text" },
    { name: "biocharApplications", label: "Biochar applications", kind: "text", wide: true },
  ],
  "CRM & Analytics": [
    { name: "leadScore", label: "Lead score (0-100)", kind: "count" },
    { name: "totalLifetimeValue", label: "Total lifetime value", kind: "pounds" },
    {
      name: "acquisitionSource",
      label: "Acquisition source",
      kind: "choice",
      choices: choicesOf(acquisitionSources, "Unknown"),
    },
    { name: "tags", label: "Tags", kind: "text", hint: "Separated by commas." },
    {
      name: "notes",
      label: "Notes",
      kind: "long",
      wide: true,
      hint: "The person reads them in 'Download My Data'.",
    },
  ],
  Preferences: [
    {
      name: "preferredContactMethod",
      label: "Preferred contact method",
      kind: "choice",
      choices: choicesOf(contactMethods, "No preference"),
    },
    { name: "carbomReductionTarget", label: "Carbon reduction target (%)", kind: "decimal" },
    {
      name: "emailOptIn",
      label: "Marketing emails",
      kind: "yes-no",
      hint: "Only with their consent: who recorded it, and when, is kept.",
    },
    { name: "smsOptIn", label: "Marketing text messages", kind: "yes-no" },
    { name: "sustainabilityGoals", label: "Sustainability goals", kind: "long", wide: true },
  ],
};
