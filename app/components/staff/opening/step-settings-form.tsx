import { useNavigation } from "@remix-run/react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { openingCommands, stepFormFields, stepFormSchema } from "#server/doctor/opening-commands.ts";
import { type OpeningStepKey, settingsOfStep } from "#server/doctor/opening-steps.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import { guideOf } from "#server/settings/setting-guides.ts";
import type { SettingName } from "#server/settings/settings-tabs.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import { isAbout } from "../form-texts.ts";
import { SettingField } from "../settings/setting-field.tsx";
import { textsOfGuided } from "../settings/settings-form-values.ts";

interface StepSettingsFormProps {
  step: OpeningStepKey;
  title: string;
  settings: StoreSettingsValues;
  version: number;
  takesRealMoney: boolean;
  /** What is proposed in the place of what was never answered. */
  proposed: Partial<StoreSettingsValues>;
  answer: RefusedForm | undefined;
}

const { name: intent } = openingCommands.saveSettings;

/** The settings of a step, with what each changes, as on their tabs of the store settings. */
export function StepSettingsForm({
  step,
  title,
  settings,
  version,
  takesRealMoney,
  proposed,
  answer,
}: StepSettingsFormProps) {
  const submitted = useNavigation().formData;
  const cameBack = isAbout(answer, openingCommands.saveSettings, "step", step) ? answer : undefined;
  const guides = settingsOfStep(step).map(guideOf);
  const [form, fields] = useCheckedForm({
    id: `opening-${step}`,
    lastResult: cameBack?.result,
    defaultValue: textsOfGuided(guides, { ...settings, ...proposed }),
    rules: fieldRulesOf<z.ZodType, SettingName>(stepFormFields(step)),
    schema: stepFormSchema(step),
  });
  return (
    <CheckedForm form={form} action={`/admin/opening?step=${step}`} aria-label={title} className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="seenVersion" value={version} />
      {cameBack?.refusal && <Notice tone="error" title={cameBack.refusal} />}
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        {guides.map((guide) => (
          <SettingField
            key={guide.name}
            guide={guide}
            currency={settings.currency}
            field={fields[guide.name]}
            changes={guide.changes({ ...settings, ...proposed, takesRealMoney })}
            autoFocus={false}
          />
        ))}
      </div>
      <Button
        className="justify-self-start"
        pending={submitted?.get("intent") === intent && submitted.get("step") === step}
      >
        Save
      </Button>
    </CheckedForm>
  );
}
