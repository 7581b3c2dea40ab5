import { type ComponentProps, useEffect, useRef, useState } from "react";
import { ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { type FieldKind, FieldOfKind, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { userFailures } from "#app/components/staff/kit/use-command.ts";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { type FieldSource, SelectField } from "#app/components/ui/fields.tsx";
import { TabPanels } from "#app/components/ui/tabs.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import {
  acquisitionSources,
  choiceLabel,
  contactMethods,
  customerSegments,
  customerTypes,
} from "#server/accounts/user-view.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaffRole, roleDisplayName, roles } from "#server/core/roles.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import {
  shownUser,
  type UserEditForm,
  userCommands,
  userEditFormSchema,
} from "#server/customers/users.schema.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";

interface Choice {
  value: string;
  label: string;
}

export interface EditField {
  name: keyof UserEditForm;
  label: string;
  kind: FieldKind | "trade-list" | "country";
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
    field("switch", "isVerified", "Verified", { hint: "The email address is proved to be theirs." }),
    field("switch", "hasResearchAccess", "Research access", {
      hint: "May download the research report once verified.",
    }),
    field("switch", "isActive", "Active", { hint: "Without it, they are signed out at once." }),
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
    field("lines", "notes", "Notes", { wide: true, hint: "The person reads them in 'Download My Data'." }),
  ],
  Preferences: [
    field("choice", "preferredContactMethod", "Preferred contact method", {
      choices: choicesOf(contactMethods, "No preference"),
    }),
    field("decimal", "carbomReductionTarget", "Carbon reduction target (%)"),
    field("switch", "emailOptIn", "Marketing emails", {
      hint: "Only with their consent: who recorded it, and when, is kept.",
    }),
    field("switch", "smsOptIn", "Marketing text messages"),
    field("lines", "sustainabilityGoals", "Sustainability goals", { wide: true }),
  ],
};

const RISES = "This gives somebody more power in the shop.";
const MOVES = "Whoever reads mail at the new address can open this account. Both addresses are told.";

const rules = fieldRulesOf(userEditFormSchema);

/** One user in a dialog, read again each time it opens. */
export function EditUser({ userId, onClose }: { userId: number; onClose: () => void }) {
  return (
    <Answer query={trpc.users.byId.useQuery({ id: userId })} what="the user">
      {(user) => <EditUserForm user={user} onClose={onClose} />}
    </Answer>
  );
}

interface EditUserFormProps {
  user: StaffUserView;
  onClose: () => void;
}

/** All fields of a user on four tabs. Only what was changed is written, so that nobody's work is overwritten unseen. */
function EditUserForm({ user, onClose }: EditUserFormProps) {
  const [tab, setTab] = useState<EditTab>(editTabs[0]);
  const fields = useRef<HTMLDivElement>(null);
  const focusFirstError = useRef(false);
  useEffect(() => {
    if (!focusFirstError.current) return;
    const field = fields.current?.querySelector<HTMLElement>(
      "[role=tabpanel]:not([hidden]) [aria-invalid=true]",
    );
    if (!field) return;
    focusFirstError.current = false;
    field.focus();
  });

  return (
    <div ref={fields}>
      <CommandForm
        command={userCommands.edit}
        hidden={{ id: user.id }}
        version={{ name: "version", current: user.version }}
        shown={shownUser(user)}
        // The server checks what was touched: a rule that is newer than a user keeps nobody from saving the rest.
        isUnchecked
        closes
        failure={userFailures.edit}
        label="Edit User"
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onDone={onClose}
        // A mistake on a tab that is not seen: its tab opens, and its field gets the focus as soon as it is shown.
        onRefused={(refusal) => {
          const wrong = editTabs.find((name) => editFields[name].some((of) => refusal.fields[of.name]));
          if (wrong === undefined || wrong === tab) return;
          focusFirstError.current = true;
          setTab(wrong);
        }}
      >
        {({ typed }) => <UserFields {...{ user, tab, onTab: setTab, onClose, typed }} />}
      </CommandForm>
    </div>
  );
}

interface UserFieldsProps extends EditUserFormProps {
  typed: FormData | undefined;
  tab: EditTab;
  onTab: (tab: EditTab) => void;
}

/** They begin from the user, and stay so until they are drawn again for another version. */
function UserFields({ user, tab, onTab, onClose, typed }: UserFieldsProps) {
  const fieldOf = useFieldsOfForm();
  const [shown] = useState(() => shownUser(user));
  const currency = useStoreCurrency();
  const role = typed?.get("role") ?? shown.role;
  const rises = role !== shown.role && isStaffRole(String(role));
  const moves = !isSameAddress(String(typed?.get("email") ?? shown.email), String(shown.email));
  const panels = editTabs.map((name) => {
    const of = editFields[name].map((one) => ({
      of: one,
      field: { ...rules[one.name], ...fieldOf(one.name) },
      hint: one.name === "totalLifetimeValue" ? ordersHint(user, currency) : one.hint,
    }));
    return {
      key: name,
      label: name,
      hasErrors: of.some((one) => one.field.errors !== undefined),
      content: (
        <div className="grid items-end gap-5 sm:grid-cols-2">
          {of.map((one) => (
            <EditUserField key={one.of.name} {...one} />
          ))}
        </div>
      ),
    };
  });
  return (
    <>
      <TabPanels label="Fields of the user" current={tab} onChange={onTab} panels={panels} />
      {(rises || moves) && <ReauthenticationFields why={rises ? RISES : MOVES} />}
      <div className="save-bar -bottom-5 -mx-6 -mb-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-6 py-4">
        <SubmitButton pendingLabel="Saving...">Save Changes</SubmitButton>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <NotSavedYet />
      </div>
    </>
  );
}

function ordersHint({ orderCount, paidValue }: StaffUserView, currency: Currency): string {
  const orders = `${orderCount} paid ${orderCount === 1 ? "order" : "orders"}`;
  return `${formatMoney(paidValue, currency)} from ${orders}; the rest is the opening balance.`;
}

/** One of the lists that staff made. A list that is not known yet is shown by its code. */
function TradeListField(props: Omit<ComponentProps<typeof SelectField>, "options">) {
  const { data: lists = [] } = trpc.prices.lists.useQuery();
  const options = [
    { value: "", label: "None: everybody's prices" },
    ...lists.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return <SelectField {...props} options={options} />;
}

function EditUserField({ of, field, hint }: { of: EditField; field: FieldSource; hint: string | undefined }) {
  const { kind, wide, choices } = of;
  const currency = useStoreCurrency();
  const label = kind === "pounds" ? labelIn(of.label, currency) : of.label;
  const place = wide ? "sm:col-span-2" : kind === "switch" ? "self-start" : undefined;
  const common = { label, field, hint, className: place };
  if (kind === "trade-list") return <TradeListField {...common} />;
  if (kind === "country") return <CountryField {...common} autoComplete="off" />;
  return <FieldOfKind {...common} kind={kind} options={choices} autoComplete="off" />;
}
