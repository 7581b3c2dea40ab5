import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { beginsAtFirstError } from "#app/lib/forms/first-error.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import type { SettingGuide } from "#server/settings/guides/setting-guide.ts";
import type { SettingsView } from "#server/settings/read-settings.server.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import {
  CURRENCY_IS_FIXED,
  settingsCommands,
  tabFormFields,
  tabFormSchema,
} from "#server/settings/settings-form.ts";
import type { SettingName, SettingsTab } from "#server/settings/settings-tabs.ts";
import { currencyQuestion } from "#server/settings/store-settings.ts";
import { refusedFields, saveFailures, showDone, textsIn } from "../form-texts.ts";
import { UnsavedGuard } from "../typed/unsaved-guard.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { SettingField } from "./setting-field.tsx";
import { differences, textsOf, valuesWith } from "./settings-form-values.ts";

interface SettingsFormProps {
  tab: SettingsTab;
  /** As far as this screen knows what is saved. */
  view: SettingsView;
  /** This form, come back from the server where there is no JavaScript. */
  answer: RefusedForm | undefined;
  /** Begins the form anew from what is saved. */
  onStartAgain: () => void;
}

const NOT_SAVED = saveFailures.settings;

/** The fields of one tab with what each changes. Nothing that was typed is lost, nor what somebody else has saved. */
export function SettingsForm({ tab, view, answer, onStartAgain }: SettingsFormProps) {
  const hydrated = useHydrated();
  const revalidator = useRevalidator();
  const utils = trpc.useUtils();
  const saved = textsOf(tab, view.values);
  const { version } = view.tabs[tab];
  // What this form began from, or last saved by itself.
  const [base, setBase] = useState({ version, texts: saved });
  const [typed, setTyped] = useState(() => sentIn(answer) ?? saved);
  const save = trpc.settings.save.useMutation({
    onSuccess: (saved) => {
      setBase({ version: saved.tabs[tab].version, texts: textsOf(tab, saved.values) });
      utils.settings.read.setData(undefined, saved);
      // Header, footer and the cart's rules follow the settings.
      revalidator.revalidate();
      showDone(settingsCommands.save, saved);
    },
    onError: (error) => {
      // It may have been refused because somebody else was faster: what they saved is shown beside it.
      void utils.settings.read.invalidate();
      const description = serverMessage(error, NOT_SAVED.message);
      showToast({ kind: "error", title: NOT_SAVED.title, description });
    },
  });
  const [form, fields] = useCheckedForm({
    id: `settings-${tab}`,
    lastResult: answer?.result,
    defaultValue: base.texts,
    rules: fieldRulesOf<z.ZodType, SettingName>(tabFormFields(tab)),
    schema: tabFormSchema(tab),
    send: (value) => save.mutate(value),
  });

  const dirty = differences(tab, typed, base.texts).length > 0;
  const changedMeanwhile = version > base.version;
  // Nothing is lost by showing what somebody else saved: nothing was typed here.
  const isOutdated = changedMeanwhile && !dirty && !save.isPending;
  useEffect(() => {
    if (isOutdated) onStartAgain();
  }, [isOutdated, onStartAgain]);
  const refusal = save.error ? serverMessage(save.error, NOT_SAVED.message) : answer?.refusal;
  const values = valuesWith(tab, typed, view.values);
  const guides = settingGuides[tab].map((guide) =>
    guide.name === "currency" && view.currencyIsFixed ? fixedCurrency(guide, view.values.currency) : guide,
  );
  const beginsAt = beginsAtFirstError(...guides.map(({ name }) => fields[name]));

  return (
    <CheckedForm
      form={form}
      action={`/admin/settings?tab=${tab}`}
      aria-label={`${tab} settings`}
      onChange={(event) => setTyped(textsIn(new FormData(event.currentTarget)))}
      className="grid gap-6"
    >
      <UnsavedGuard dirty={dirty && !save.isPending} />
      <input type="hidden" name="intent" value={settingsCommands.save.name} />
      <input type="hidden" name="tab" value={tab} />
      <input type="hidden" name="seenVersion" value={Math.max(version, base.version)} />
      {changedMeanwhile || answer?.status === 409 ? (
        <ChangedMeanwhile
          title={refusal ?? `${view.tabs[tab].saved?.by} saved this tab after you opened it.`}
          fields={differences(tab, saved, typed)}
          saved={saved}
          typed={typed}
          onTakeSaved={hydrated ? onStartAgain : undefined}
          reload={`/admin/settings?tab=${tab}`}
        />
      ) : (
        refusal && (
          <Notice tone="error" title={NOT_SAVED.title}>
            {refusal}
          </Notice>
        )
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        {guides.map((guide) =>
          guide.name.startsWith("exchangeRate") && values.currency === "GBP" ? (
            <input key={guide.name} type="hidden" name={guide.name} value={typed[guide.name]} />
          ) : (
            <SettingField
              key={guide.name}
              guide={guide}
              currency={values.currency}
              field={fields[guide.name]}
              changes={guide.changes({ ...values, takesRealMoney: view.takesRealMoney })}
              autoFocus={beginsAt(fields[guide.name])}
            />
          ),
        )}
      </div>
      {values.currency !== view.values.currency && (
        <CheckboxField
          key={values.currency}
          label={`Change the currency to ${values.currency}`}
          hint={currencyQuestion(view.values.currency, values.currency)}
          name="confirmedCurrency"
          value={values.currency}
          errors={
            answer?.result.error?.confirmedCurrency ??
            refusedFields(save.error).confirmedCurrency ??
            undefined
          }
        />
      )}
      <div className="save-bar bottom-(--bar-below,0px) -mx-6 -mb-6 flex flex-wrap items-center gap-4 rounded-b-xl border-t border-line bg-surface px-6 py-4">
        <Button pending={save.isPending}>Save Settings</Button>
        <p role="status" className="text-sm text-ink-soft">
          {dirty && "Not saved yet"}
        </p>
        {dirty && hydrated && (
          <Button type="button" variant="quiet" size="small" onClick={onStartAgain}>
            Undo changes
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}

/** The field of the currency once it is fixed: shown, with the reason. */
function fixedCurrency(guide: SettingGuide, currency: string): SettingGuide {
  const choices = guide.choices?.map((choice) => ({ ...choice, unavailable: choice.value !== currency }));
  return { ...guide, choices: choices ?? [], changes: () => CURRENCY_IS_FIXED };
}

/** What a form that came back holds; conform keeps it as it was sent. */
function sentIn(answer: RefusedForm | undefined): Record<string, string> | undefined {
  const sent = answer?.result.initialValue;
  if (!sent) return undefined;
  return Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
