import { openingCommands, stepFormSchema } from "#server/doctor/opening-commands.ts";
import { type OpeningStepKey, settingsOfStep } from "#server/doctor/opening-steps.ts";
import { guideOf } from "#server/settings/setting-guides.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import { SettingField } from "../settings/setting-field.tsx";
import { shownIn } from "../settings/settings-form-values.ts";
import { StepForm } from "./opening-steps.tsx";

interface StepSettingsFormProps {
  step: OpeningStepKey;
  title: string;
  settings: StoreSettingsValues;
  version: number;
  takesRealMoney: boolean;
  /** What is proposed in the place of what was never answered. */
  proposed: Partial<StoreSettingsValues>;
}

/** The settings of a step, with what each changes, as on their tabs of the store settings. */
export function StepSettingsForm(props: StepSettingsFormProps) {
  const { step, title, settings, version, takesRealMoney, proposed } = props;
  const guides = settingsOfStep(step).map(guideOf);
  const shown = shownIn(guides, { ...settings, ...proposed });
  return (
    <StepForm
      command={openingCommands.saveSettings}
      schema={stepFormSchema(step)}
      hidden={{ step }}
      version={{ name: "seenVersion", current: version }}
      label={title}
      button="Save"
      className="grid gap-5"
    >
      {({ field }) => (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          {guides.map((guide) => (
            <SettingField
              key={guide.name}
              guide={guide}
              currency={settings.currency}
              field={field(guide.name, shown[guide.name])}
              changes={guide.changes({ ...settings, ...proposed, takesRealMoney })}
            />
          ))}
        </div>
      )}
    </StepForm>
  );
}
