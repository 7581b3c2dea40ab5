import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { type FieldKind, FieldOfKind, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { userFailures } from "#app/components/staff/kit/use-command.ts";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { type FieldSource, SelectField } from "#app/components/ui/fields.tsx";
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
        onError={(error) => {
          const wrong = editTabs.find((name) => editFields[name].some((of) => error.fields[of.name]));
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
  const [shown] = useState(() => shownUser(user));
  const role = typed?.get("role") ?? shown.role;
  const rises = role !== shown.role && isStaffRole(String(role));
  const moves = !isSameAddress(String(typed?.get("email") ?? shown.email), String(shown.email));
  return (
    <>
      <FieldTabs {...{ user, tab, onTab }} />
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

/** The fields on their tabs, one of which is open. All stay in the page, so that nothing typed is lost. */
function FieldTabs({ user, tab, onTab }: Pick<UserFieldsProps, "user" | "tab" | "onTab">) {
  const fieldOf = useFieldsOfForm();
  const currency = useStoreCurrency();
  const id = useId();
  const panels = editTabs.map((name, index) => ({
    name,
    tabId: `${id}-tab-${index}`,
    panelId: `${id}-panel-${index}`,
    isOpen: name === tab,
    fields: editFields[name].map((of) => ({
      of,
      field: { ...rules[of.name], ...fieldOf(of.name) },
      hint: of.name === "totalLifetimeValue" ? ordersHint(user, currency) : of.hint,
    })),
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        role="tablist"
        aria-label="Fields of the user"
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {panels.map(({ name, tabId, panelId, isOpen, fields }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId}
            aria-selected={isOpen}
            aria-controls={panelId}
            tabIndex={isOpen ? 0 : -1}
            onClick={() => onTab(name)}
            onKeyDown={moveAmongTabs}
            className={classNames(
              "flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 text-[0.9375rem] font-medium -outline-offset-2",
              isOpen ? "border-moss text-moss" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {name}
            {fields.some(({ field }) => field.errors !== undefined) && (
              <span className="size-2 rounded-full bg-clay">
                <span className="sr-only">has errors</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {panels.map(({ name, tabId, panelId, isOpen, fields }) => (
        <div key={name} role="tabpanel" id={panelId} aria-labelledby={tabId} hidden={!isOpen}>
          <div className="grid items-end gap-5 sm:grid-cols-2">
            {fields.map((one) => (
              <EditUserField key={one.of.name} {...one} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The arrow keys, Home and End go to another tab and open it. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.children ?? [])];
  const at = tabs.indexOf(event.currentTarget);
  const place = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const next = place === undefined ? undefined : tabs.at(place);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
  next.click();
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
