import { ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { saveFailures } from "#app/components/staff/kit/use-command.ts";
import { RefreshButton } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { displayLongMoment } from "#server/core/shop-time.ts";
import type { ShownFields } from "#server/core/touched-fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import { DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { deliverySentence, freeShippingLine } from "#server/pricing/delivery-sentences.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";
import type { SettingsView } from "#server/settings/read-settings.server.ts";
import { asText, settingGuides } from "#server/settings/setting-guides.ts";
import {
  CURRENCY_IS_FIXED,
  type SomeSettings,
  settingsCommands,
  tabFormSchema,
} from "#server/settings/settings-form.ts";
import { type SettingGuide, type SettingsTab, settingsTabs } from "#server/settings/settings-tabs.ts";
import {
  currencyQuestion,
  type StoreSettingsValues,
  storeSettingsSchema,
} from "#server/settings/store-settings.ts";

const intros: Record<SettingsTab, string> = {
  General: "Who the shop is, wherever it says so.",
  Tax: "What the checkout says about tax. What a customer pays does not depend on it.",
  Shipping:
    "What delivery costs, and where to. Without a table of rates it is free outside the United Kingdom until staff agree it with the customer.",
  Payments: "How orders may be paid. Cards are always taken at the checkout.",
  Orders: "What happens once an order is paid.",
  Customers: "Who may buy, and how accounts come about.",
  Products: "How the shop deals with stock.",
};

export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const [settings, list] = trpc.settings.read.useSuspenseQuery();
  const state = settings.tabs[tab];
  return (
    <>
      <Tabs
        label="Store settings"
        tabs={settingsTabs.map((name) => ({
          label: name,
          to: `/admin/settings?tab=${name}`,
          current: name === tab,
        }))}
      />
      {list.error && (
        <Notice tone="error" title="Could not refresh the settings">
          {serverMessage(list.error, "What you see is from the time given below. Please try again.")}
        </Notice>
      )}
      <Card role="region" aria-labelledby="settings-tab" className="grid gap-6">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <h2 id="settings-tab" className="text-xl">
              {tab}
            </h2>
            <p className="mt-1 max-w-prose text-ink-soft">{intros[tab]}</p>
            <p className="mt-1 text-sm text-ink-soft">{lastSaved(state)}</p>
          </div>
          <RefreshButton list={list} />
        </header>
        {tab === "Shipping" && state.version === 0 && <BuiltInDeliveryRule />}
        <SettingsForm key={tab} tab={tab} view={settings} />
      </Card>
      {tab === "General" && settings.values.staffTwoFactor && (
        <Card>
          <EndStaffTwoFactor />
        </Card>
      )}
    </>
  );
}

function lastSaved({ saved }: SettingsView["tabs"][SettingsTab]): string {
  if (!saved) return "Never saved: the values below are the built-in ones.";
  return `Last saved by ${saved.by} on ${displayLongMoment(saved.at)}.`;
}

const builtIn = { kind: "as_specified" } as const;

/** What delivery costs until the Shipping tab is first saved (docs/rules.md#delivery-5). */
function BuiltInDeliveryRule() {
  const currency = useStoreCurrency();
  return (
    <Notice title="Built-in rule in force">
      <p>
        The checkout charges: “{deliverySentence(builtIn, currency)}” The cart shows a flat{" "}
        {formatMoney(DRAWER_SHIPPING, currency)} beside that sentence, the product page “
        {freeShippingLine(builtIn, currency)}”. Saving replaces it: from then on cart, product page and
        checkout all use what is saved here.
      </p>
    </Notice>
  );
}

/** The one setting that is not switched off with the others: it asks who does it. */
function EndStaffTwoFactor() {
  return (
    <CommandForm
      command={userCommands.endStaffTwoFactor}
      label="Sign-in without a second factor"
      button="Let staff sign in without it"
      look="danger"
      className="grid gap-5"
    >
      <h3 className="text-lg">Sign-in without a second factor</h3>
      <ReauthenticationFields why="Staff need not use two-factor sign-in any more: a stolen password then opens the shop." />
    </CommandForm>
  );
}

/** The fields of one tab with what each changes. Nothing that was typed is lost, nor what somebody else has saved. */
function SettingsForm({ tab, view }: { tab: SettingsTab; view: SettingsView }) {
  const shown = shownIn(settingGuides[tab], view.values);
  const guides = settingGuides[tab].map((guide) =>
    guide.name === "currency" && view.currencyIsFixed ? fixedCurrency(guide, view.values.currency) : guide,
  );
  return (
    <CommandForm
      command={settingsCommands.save}
      schema={tabFormSchema(tab)}
      hidden={{ tab }}
      version={{ name: "seenVersion", current: view.tabs[tab].version }}
      shown={shown}
      failure={saveFailures.settings}
      label={`${tab} settings`}
      className="grid gap-6"
    >
      {({ typed, isUnsaved }) => {
        const values = valuesWith(tab, typed, view.values);
        return (
          <>
            <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
              {guides.map((guide) =>
                guide.name.startsWith("exchangeRate") && values.currency === "GBP" ? (
                  <input key={guide.name} type="hidden" name={guide.name} value={String(shown[guide.name])} />
                ) : (
                  <SettingField
                    key={guide.name}
                    guide={guide}
                    currency={values.currency}
                    saved={shown[guide.name]}
                    changes={guide.changes({ ...values, takesRealMoney: view.takesRealMoney })}
                  />
                ),
              )}
            </div>
            {values.currency !== view.values.currency && (
              <CheckboxField
                key={values.currency}
                label={`Change the currency to ${values.currency}`}
                hint={currencyQuestion(view.values.currency, values.currency)}
                field="confirmedCurrency"
                value={values.currency}
              />
            )}
            <div className="save-bar bottom-(--bar-below,0px) -mx-6 -mb-6 flex flex-wrap items-center gap-4 rounded-b-xl border-t border-line bg-surface px-6 py-4">
              <SubmitButton>Save Settings</SubmitButton>
              <NotSavedYet />
              {isUnsaved && (
                <Button type="reset" variant="quiet" size="small">
                  Undo changes
                </Button>
              )}
            </div>
          </>
        );
      }}
    </CommandForm>
  );
}

/** The field of the currency once it is fixed: shown, with the reason. */
function fixedCurrency(guide: SettingGuide, currency: string): SettingGuide {
  const choices = guide.choices?.map((choice) => ({ ...choice, unavailable: choice.value !== currency }));
  return { ...guide, choices: choices ?? [], changes: () => CURRENCY_IS_FIXED };
}

interface SettingFieldProps {
  guide: SettingGuide;
  saved: string | boolean | undefined;
  /** What the setting changes, with what is typed now. */
  changes: string;
  currency: Currency;
}

const inputs = {
  text: { type: "text" },
  email: { type: "email", spellCheck: false, autoComplete: "off" },
  tel: { type: "tel", autoComplete: "off" },
  url: { type: "url", spellCheck: false, autoComplete: "off", placeholder: "https://" },
  pounds: { type: "text", inputMode: "decimal" },
  fraction: { type: "text", inputMode: "decimal" },
  rate: { type: "text", inputMode: "decimal" },
  day: { type: "date" },
  count: { type: "text", inputMode: "numeric" },
} as const;

/** One setting: its control, and under its name a line that says what it changes. */
export function SettingField({ guide, saved, changes, currency }: SettingFieldProps) {
  const { kind } = guide;
  const label = kind === "pounds" ? labelIn(guide.label, currency) : guide.label;
  const checkbox = { label, field: guide.name, saved, hint: changes };
  if (kind === "switch") return <CheckboxField {...checkbox} />;
  // The form library takes what may be empty or an address for required.
  const common = { ...checkbox, required: !storeSettingsSchema.shape[guide.name].safeParse("").success };
  if (kind === "lines") return <TextareaField {...common} rows={3} />;
  if (kind === "choice") {
    const options = (guide.choices ?? []).map(({ value, label, unavailable }) => ({
      value,
      label,
      disabled: unavailable,
    }));
    return <SelectField {...common} options={options} />;
  }
  return <TextField {...common} {...inputs[kind]} />;
}

/** What the fields of these settings begin with. */
export function shownIn(guides: readonly SettingGuide[], values: StoreSettingsValues): ShownFields {
  const shown: ShownFields = {};
  for (const { name, kind } of guides) {
    shown[name] = kind === "switch" ? values[name] === true : asText(values[name], kind);
  }
  return shown;
}

/** The settings as they would be with what is typed; a field that holds no valid value yet stays as it is saved. */
function valuesWith(
  tab: SettingsTab,
  typed: FormData | undefined,
  saved: StoreSettingsValues,
): StoreSettingsValues {
  if (!typed) return saved;
  const settings: SomeSettings = {};
  for (const { name, kind } of settingGuides[tab]) {
    const text = String(typed.get(name) ?? "");
    const parsedValue = kind === "switch" ? text === "on" : isNumber(kind) ? numberIn(text) : text;
    const parsed = storeSettingsSchema.shape[name].safeParse(parsedValue);
    if (parsed.success) Object.assign(settings, { [name]: parsed.data });
  }
  return { ...saved, ...settings };
}

function isNumber(kind: string): boolean {
  return kind === "pounds" || kind === "fraction" || kind === "count" || kind === "rate";
}

function numberIn(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const read = readNumber(text);
  return "plain" in read ? Number(read.plain) : Number.NaN;
}
