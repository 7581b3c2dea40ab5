import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { z } from "zod";
import { ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { idIn } from "#app/components/staff/dashboard-tab.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { saveFailures } from "#app/components/staff/kit/use-command.ts";
import { fieldsOfSettings, SettingField } from "#app/components/staff/settings/step-forms.tsx";
import { RefreshButton, StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { catalogueList } from "#server/catalogue/catalogue-query.schema.ts";
import { displayLongMoment } from "#server/core/shop-time.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import { DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { deliverySentence, freeShippingLine } from "#server/pricing/delivery-sentences.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { staffPage } from "#server/process/page.server.ts";
import type { SettingsView } from "#server/settings/read-settings.server.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import {
  CURRENCY_IS_FIXED,
  currencyQuestion,
  type SomeSettings,
  settingsCommands,
  tabFormSchema,
} from "#server/settings/settings-form.ts";
import { type SettingGuide, type SettingsTab, settingsTabs } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "#server/settings/store-settings.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

/** Each on one tab only. */
const RatesPanel = lazyPart(() => import("#app/components/staff/settings/rates-panel.tsx"));
/** Of some weight, and on one tab only. */
const CataloguePanel = lazyPart(() => import("#app/components/staff/products/catalogue-panel.tsx"));

const querySchema = z.object({ tab: z.enum(settingsTabs).catch("General") });

export const meta = pageMeta({ title: "Store Settings", noindex: true });

// Everybody else signs in and returns here (docs/rules.md#access-8).
export const loader = staffPage("settings.edit", async ({ context, url }) => {
  const { tab } = querySchema.parse(Object.fromEntries(url.searchParams));
  const { queries, loaded } = queriesFor(context);
  await queries.settings.read.fetch();
  if (tab === "Products") {
    const { catalogue, categories, one } = queries.products;
    const edited = idIn(url.searchParams, "edit");
    await catalogue.fetch(catalogueList.read(url.searchParams));
    await categories.fetch();
    if (edited !== null) await one.fetch({ id: edited });
  }
  return { tab, loaded: loaded() };
});

export default function AdminSettings() {
  const { tab, loaded } = useLoaderData<typeof loader>();
  return (
    <StaffQueries loaded={loaded}>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">Store Settings</h1>
        </header>
        <SettingsScreen tab={tab} />
        <Suspense>
          {tab === "Shipping" && <RatesPanel />}
          {tab === "Products" && <CataloguePanel />}
        </Suspense>
      </div>
    </StaffQueries>
  );
}

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
  const shown = fieldsOfSettings(settingGuides[tab], view.values);
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
  const choices = guide.choices?.map((choice) => ({ ...choice, disabled: choice.value !== currency }));
  return { ...guide, choices: choices ?? [], changes: () => CURRENCY_IS_FIXED };
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
