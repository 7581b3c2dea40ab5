import { useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/fields.tsx";
import type { SettingsView } from "#server/settings/read-settings.server.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import { CURRENCY_IS_FIXED, settingsCommands, tabFormSchema } from "#server/settings/settings-form.ts";
import type { SettingGuide, SettingsTab } from "#server/settings/settings-tabs.ts";
import { currencyQuestion } from "#server/settings/store-settings.ts";
import { type FormTexts, saveFailures, textsIn } from "../form-texts.ts";
import { UnsavedGuard } from "../typed/unsaved-guard.tsx";
import { SettingField } from "./setting-field.tsx";
import { differences, shownIn, textsOf, valuesWith } from "./settings-form-values.ts";

interface SettingsFormProps {
  tab: SettingsTab;
  /** As far as this screen knows what is saved. */
  view: SettingsView;
}

/** The fields of one tab with what each changes. Nothing that was typed is lost, nor what somebody else has saved. */
export function SettingsForm({ tab, view }: SettingsFormProps) {
  const saved = textsOf(tab, view.values);
  const [typed, setTyped] = useState<FormTexts>();
  const dirty = typed !== undefined && differences(tab, typed, saved).length > 0;
  const values = valuesWith(tab, typed ?? saved, view.values);
  const guides = settingGuides[tab].map((guide) =>
    guide.name === "currency" && view.currencyIsFixed ? fixedCurrency(guide, view.values.currency) : guide,
  );
  return (
    <CommandForm
      command={settingsCommands.save}
      schema={tabFormSchema(tab)}
      hidden={{ tab }}
      version={{
        name: "seenVersion",
        current: view.tabs[tab].version,
        shown: shownIn(tab, view.values),
      }}
      keepsTexts
      failure={saveFailures.settings}
      label={`${tab} settings`}
      className="grid gap-6"
      onChange={(event) => setTyped(textsIn(new FormData(event.currentTarget)))}
      onReset={() => setTyped(undefined)}
      onDone={() => setTyped(undefined)}
    >
      {({ field, submit }) => (
        <>
          <UnsavedGuard dirty={dirty && !submit.pending} />
          <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
            {guides.map((guide) =>
              guide.name.startsWith("exchangeRate") && values.currency === "GBP" ? (
                <input key={guide.name} type="hidden" name={guide.name} value={saved[guide.name]} />
              ) : (
                <SettingField
                  key={guide.name}
                  guide={guide}
                  currency={values.currency}
                  field={field(guide.name, saved[guide.name])}
                  changes={guide.changes({ ...values, takesRealMoney: view.takesRealMoney })}
                  autoFocus={false}
                />
              ),
            )}
          </div>
          {values.currency !== view.values.currency && (
            <CheckboxField
              key={values.currency}
              label={`Change the currency to ${values.currency}`}
              hint={currencyQuestion(view.values.currency, values.currency)}
              field={field("confirmedCurrency")}
              value={values.currency}
            />
          )}
          <div className="save-bar bottom-(--bar-below,0px) -mx-6 -mb-6 flex flex-wrap items-center gap-4 rounded-b-xl border-t border-line bg-surface px-6 py-4">
            <Button {...submit}>Save Settings</Button>
            <p role="status" className="text-sm text-ink-soft">
              {dirty && "Not saved yet"}
            </p>
            {dirty && (
              <Button type="reset" variant="quiet" size="small">
                Undo changes
              </Button>
            )}
          </div>
        </>
      )}
    </CommandForm>
  );
}

/** The field of the currency once it is fixed: shown, with the reason. */
function fixedCurrency(guide: SettingGuide, currency: string): SettingGuide {
  const choices = guide.choices?.map((choice) => ({ ...choice, unavailable: choice.value !== currency }));
  return { ...guide, choices: choices ?? [], changes: () => CURRENCY_IS_FIXED };
}
