import { type ComponentProps, useEffect, useRef, useState } from "react";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { type FormTexts, refusedFields, showDone, textsIn } from "#app/components/staff/kit/use-command.ts";
import { UnsavedGuard } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TabPanels } from "#app/components/ui/tabs.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaffRole } from "#server/core/roles.ts";
import { schemaOf } from "#server/core/touched-fields.ts";
import { userCommands, userEditFormSchema } from "#server/customers/users.schema.ts";
import type { StaffUserView } from "#server/customers/users-query.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";
import { type EditField, type EditTab, editFields, editTabs } from "./edit-fields.ts";
import { changesIn, differences } from "./edit-texts.ts";
import { ReauthenticationFields } from "./reauthentication-fields.tsx";
import { toastFailed, userFailures } from "./user-toasts.ts";

interface EditUserFormProps {
  user: StaffUserView;
  /** What is saved, as this form knows it. */
  base: FormTexts;
  /** What the form begins with: what is saved, or what was typed before somebody else saved. */
  start: FormTexts;
  tab: EditTab;
  onTab: (tab: EditTab) => void;
  /** Somebody else was faster. */
  onOvertaken: (typed: FormTexts) => void;
  onClose: () => void;
}

const RISES = "This gives somebody more power in the shop.";
const MOVES = "Whoever reads mail at the new address can open this account. Both addresses are told.";

/** All fields of a user on four tabs. Only what was changed is sent, so that nobody's work is overwritten unseen. */
export function EditUserForm(props: EditUserFormProps) {
  const { user, base, start, tab, onTab, onOvertaken, onClose } = props;
  const utils = trpc.useUtils();
  const focusFirstError = useRef(false);
  const [typed, setTyped] = useState(start);
  const edit = trpc.users.edit.useMutation({
    onSuccess: (edited) => showDone(userCommands.edit, edited),
    onError: (error) => {
      toastFailed("edit", error);
      showErrors(Object.keys(refusedFields(error)));
      const isOvertaken = error.data?.reason === "conflict" && !error.data.fields;
      if (isOvertaken && form.ref.current) onOvertaken(textsIn(new FormData(form.ref.current)));
    },
    onSettled: () => void utils.users.list.invalidate(),
  });
  /** Of what was changed, the rest may be older than a rule. */
  const schemaFor = (formData: FormData) => {
    const names = differences(base, textsIn(formData)).map(({ name }) => name);
    return schemaOf(userEditFormSchema, names);
  };
  const [form, fields] = useCheckedForm({
    id: "edit-user",
    defaultValue: start,
    rules: fieldRulesOf(userEditFormSchema),
    schema: schemaFor,
    onInvalid: (names) => showErrors(names),
    send: (value, formData) => {
      const changes = { ...changesIn(value, differences(base, textsIn(formData))), ...proofIn(formData) };
      edit.mutate({ id: user.id, version: user.version, changes }, { onSuccess: onClose });
    },
  });
  const refused = refusedFields(edit.error);
  const isWrong = ({ name }: EditField) => Boolean(fields[name]?.errors ?? refused[name]);
  const isWrongOn = (name: EditTab) => editFields[name].some(isWrong);

  /** A mistake on a tab that is not seen: its tab opens, and its field gets the focus as soon as it is shown. */
  const showErrors = (names: readonly string[]) => {
    const wrong = editTabs.find((name) => editFields[name].some((field) => names.includes(field.name)));
    focusFirstError.current = wrong !== undefined;
    if (wrong) onTab(wrong);
  };
  useEffect(() => {
    if (!focusFirstError.current) return;
    const field = form.ref.current?.querySelector<HTMLElement>(
      "[role=tabpanel]:not([hidden]) [aria-invalid]",
    );
    if (!field) return;
    focusFirstError.current = false;
    field.focus();
  });

  const currency = useStoreCurrency();
  const changed = differences(base, typed);
  const rises = typed.role !== base.role && isStaffRole(typed.role);
  const moves = !isSameAddress(String(typed.email ?? ""), String(base.email ?? ""));
  return (
    <CheckedForm
      form={form}
      onChange={(event) => setTyped(textsIn(new FormData(event.currentTarget)))}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <UnsavedGuard dirty={changed.length > 0 && !edit.isPending} />
      {edit.error && (
        <Notice tone="error" title={userFailures.edit}>
          {serverMessage(edit.error, "The server did not answer. Please try again.")}
        </Notice>
      )}
      <TabPanels
        label="Fields of the user"
        current={tab}
        onChange={onTab}
        panels={editTabs.map((name) => ({
          key: name,
          label: name,
          hasErrors: isWrongOn(name),
          content: (
            <div className="grid items-end gap-5 sm:grid-cols-2">
              {editFields[name].map((of) => {
                const field = fields[of.name];
                const hint = of.name === "totalLifetimeValue" ? ordersHint(user, currency) : of.hint;
                return (
                  field && (
                    <EditUserField
                      key={of.name}
                      of={of}
                      field={field}
                      refused={refused[of.name]}
                      hint={hint}
                    />
                  )
                );
              })}
            </div>
          ),
        }))}
      />
      {(rises || moves) && <ReauthenticationFields why={rises ? RISES : MOVES} refused={refused} />}
      <div className="save-bar -bottom-5 -mx-6 -mb-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-6 py-4">
        <Button pending={edit.isPending} pendingLabel="Saving...">
          Save Changes
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {changed.length > 0 && "Not saved yet"}
        </p>
      </div>
    </CheckedForm>
  );
}

/** What was typed of one's own password and code; nothing where they were not asked for. */
function proofIn(formData: FormData): { currentPassword?: string; code?: string } {
  const [currentPassword, code] = [formData.get("currentPassword"), formData.get("code")];
  return {
    ...(typeof currentPassword === "string" && currentPassword !== "" ? { currentPassword } : {}),
    ...(typeof code === "string" && code !== "" ? { code } : {}),
  };
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
  /** What the server found wrong with it. */
  refused: string[] | undefined;
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
function EditUserField({ of, field, refused, hint }: EditUserFieldProps) {
  const { label, kind, wide, choices } = of;
  const currency = useStoreCurrency();
  const common = {
    label: kind === "pounds" ? labelIn(label, currency) : label,
    field,
    errors: field.errors ?? refused,
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
