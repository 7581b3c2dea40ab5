import { type ComponentProps, useEffect, useRef, useState } from "react";
import { PasswordField, ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { userFailures } from "#app/components/staff/kit/use-command.ts";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { TabPanels } from "#app/components/ui/tabs.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaffRole, type Role, roleDisplayName } from "#server/core/roles.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import { assignableRoles } from "#server/customers/user-rules.ts";
import { shownUser, userCommands, userEditFormSchema } from "#server/customers/users.schema.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";
import { type EditField, type EditTab, editFields, editTabs } from "./edit-fields.ts";

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

const inputs = {
  text: { type: "text" },
  email: { type: "email", inputMode: "email" },
  tel: { type: "tel" },
  count: { type: "text", inputMode: "numeric" },
  decimal: { type: "text", inputMode: "decimal" },
  pounds: { type: "text", inputMode: "decimal" },
} as const;

function EditUserField({ of, field, hint }: { of: EditField; field: FieldSource; hint: string | undefined }) {
  const { label, kind, wide, choices } = of;
  const currency = useStoreCurrency();
  const common = {
    label: kind === "pounds" ? labelIn(label, currency) : label,
    field,
    hint,
    className: wide ? "sm:col-span-2" : undefined,
  };
  switch (kind) {
    case "yes-no":
      return <CheckboxField {...common} className="self-start" />;
    case "choice":
      return <SelectField {...common} options={choices ?? []} />;
    case "trade-list":
      return <TradeListField {...common} />;
    case "country":
      return <CountryField {...common} autoComplete="off" />;
    case "long":
      return <TextareaField {...common} rows={3} />;
    default:
      return <TextField {...common} {...inputs[kind]} autoComplete="off" />;
  }
}

/** As staff-password.server.ts asks where others reach the shop; elsewhere a word of advice. */
const STAFF_PASSWORD_LENGTH = 12;

const NOBODY = { name: "", email: "", username: "", password: "", role: "customer" };

export function NewUserForm({ viewerRole, onClose }: { viewerRole: Role; onClose: () => void }) {
  return (
    <CommandForm
      command={userCommands.create}
      label="Add User"
      className="grid gap-5"
      failure={userFailures.create}
      shown={NOBODY}
      closes
      onDone={onClose}
    >
      {({ typed }) => {
        const forStaff = isStaffRole(String(typed?.get("role") ?? NOBODY.role));
        const isShort = String(typed?.get("password") ?? "").length < STAFF_PASSWORD_LENGTH;
        return (
          <>
            <TextField label="Name" field="name" autoComplete="off" autoFocus />
            <TextField
              label="Email"
              field="email"
              type="email"
              inputMode="email"
              autoComplete="off"
              hint="They are sent a link to verify it."
            />
            <TextField
              label="Username"
              field="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <PasswordField
              label="Password"
              field="password"
              autoComplete="new-password"
              hint={
                forStaff && isShort
                  ? `Staff do well to have at least ${STAFF_PASSWORD_LENGTH} characters.`
                  : undefined
              }
            />
            <SelectField
              label="Role"
              field="role"
              saved={NOBODY.role}
              options={assignableRoles(viewerRole).map((value) => ({ value, label: roleDisplayName(value) }))}
            />
            {forStaff && <ReauthenticationFields why="This gives somebody more power in the shop." />}
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Creating...">Create User</SubmitButton>
              <Button type="button" variant="secondary" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        );
      }}
    </CommandForm>
  );
}
