import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { type CommandFields, CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { UnsavedGuard } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { TabPanels } from "#app/components/ui/tabs.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaffRole } from "#server/core/roles.ts";
import { touchedFields } from "#server/core/touched-fields.ts";
import { shownUser, userCommands, userEditFormSchema } from "#server/customers/users.schema.ts";
import type { StaffUserView } from "#server/customers/users-query.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";
import { type EditField, type EditTab, editFields, editTabs } from "./edit-fields.ts";
import { ReauthenticationFields } from "./reauthentication-fields.tsx";
import { userFailures } from "./user-toasts.ts";

const RISES = "This gives somebody more power in the shop.";
const MOVES = "Whoever reads mail at the new address can open this account. Both addresses are told.";

const rules = fieldRulesOf(userEditFormSchema);

interface EditUserFormProps {
  /** As saved now. */
  user: StaffUserView;
  onClose: () => void;
}

/** All fields of a user on four tabs. Only what was changed is written, so that nobody's work is overwritten unseen. */
export function EditUserForm({ user, onClose }: EditUserFormProps) {
  const [tab, setTab] = useState<EditTab>(editTabs[0]);
  const [isDone, setDone] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const focusFirstError = useRef(false);
  // After the render in which nothing is unsaved any more, so that nobody is asked about it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the list is read again
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone]);
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
        version={{ name: "version", current: user.version, shown: shownUser(user) }}
        // The server checks what was touched: a rule that is newer than a user keeps nobody from saving the rest.
        isUnchecked
        keepsTexts
        failure={{ title: userFailures.edit, message: "The server did not answer. Please try again." }}
        label="Edit User"
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onDone={() => setDone(true)}
        // A mistake on a tab that is not seen: its tab opens, and its field gets the focus as soon as it is shown.
        onRefused={(refusal) => {
          const wrong = editTabs.find((name) => editFields[name].some((of) => refusal.fields[of.name]));
          if (wrong === undefined || wrong === tab) return;
          focusFirstError.current = true;
          setTab(wrong);
        }}
      >
        {(form) => <UserFields {...{ user, tab, onTab: setTab, isDone, onClose, ...form }} />}
      </CommandForm>
    </div>
  );
}

interface UserFieldsProps extends CommandFields, EditUserFormProps {
  tab: EditTab;
  onTab: (tab: EditTab) => void;
  isDone: boolean;
}

/** They begin from the user, and stay so until they are drawn anew for another version. */
function UserFields({ user, tab, onTab, isDone, onClose, field, submit }: UserFieldsProps) {
  const [shown] = useState(() => shownUser(user));
  const [now, setNow] = useState<FormData>();
  const currency = useStoreCurrency();
  const isUnsaved = now !== undefined && touchedFields(shown, now).length > 0;
  const role = now?.get("role") ?? shown.role;
  const rises = role !== shown.role && isStaffRole(String(role));
  const moves = !isSameAddress(String(now?.get("email") ?? shown.email), String(shown.email));
  const follow = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest("form");
    if (form) setNow(new FormData(form));
  };
  const panels = editTabs.map((name) => {
    const of = editFields[name].map((one) => ({
      of: one,
      field: { ...rules[one.name], ...field(one.name, shown[one.name]) },
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
    <div onChange={follow} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <UnsavedGuard dirty={isUnsaved && !isDone} />
      <TabPanels label="Fields of the user" current={tab} onChange={onTab} panels={panels} />
      {(rises || moves) && <ReauthenticationFields why={rises ? RISES : MOVES} field={field} />}
      <div className="save-bar -bottom-5 -mx-6 -mb-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-6 py-4">
        <Button pendingLabel="Saving..." {...submit} pending={submit.pending || isDone}>
          Save Changes
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isUnsaved && "Not saved yet"}
        </p>
      </div>
    </div>
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

interface EditUserFieldProps {
  of: EditField;
  field: FieldSource;
  hint: string | undefined;
}

const inputs = {
  text: { type: "text" },
  email: { type: "email", inputMode: "email" },
  tel: { type: "tel" },
  count: { type: "text", inputMode: "numeric" },
  decimal: { type: "text", inputMode: "decimal" },
  pounds: { type: "text", inputMode: "decimal" },
} as const;

/** One field of the edit dialog. */
function EditUserField({ of, field, hint }: EditUserFieldProps) {
  const { label, kind, wide, choices } = of;
  const currency = useStoreCurrency();
  const common = {
    label: kind === "pounds" ? labelIn(label, currency) : label,
    field,
    ...(hint ? { hint } : {}),
    ...(wide ? { className: "sm:col-span-2" } : {}),
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
