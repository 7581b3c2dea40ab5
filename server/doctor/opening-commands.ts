import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { emailAddress } from "#server/core/fields.ts";
import { type SomeSettings, settingFormFields, someSettingsSchema } from "#server/settings/settings-form.ts";
import { type OpeningStepKey, openingStepKeys, settingsOfStep } from "./opening-steps.ts";
import { textPaths } from "./texts-to-read.ts";

/** The version of all settings that the person saw. */
const seenVersion = z.number().int().min(0);

const stepSaveSchema = z.object({
  step: z.enum(openingStepKeys),
  seenVersion,
  values: someSettingsSchema,
});

interface StepSave {
  step: OpeningStepKey;
  seenVersion: number;
  values: SomeSettings;
}

/** What opens a shop, on /admin/opening. */
export const openingCommands = {
  saveSettings: describeCommand({
    name: "opening.saveSettings",
    permission: "shop.open",
    alsoNeeds: ["settings.edit"],
    input: stepSaveSchema.transform((save): StepSave => save),
    done: "Settings updated",
  }),
  answerVat: describeCommand({
    name: "opening.answerVat",
    permission: "shop.open",
    alsoNeeds: ["settings.edit"],
    input: z.object({
      pricesIncludeVat: z.enum(["yes", "not_registered"], "Please choose one of the answers"),
      seenVersion,
    }),
    done: "Settings updated",
  }),
};

const nothing = z.object({});

/** What the last steps do. */
export const openingMarks = {
  sendTestMail: describeCommand({
    name: "opening.sendTestMail",
    permission: "shop.open",
    input: z.object({
      to: emailAddress("Please enter a valid email address", "Please use at most 254 characters"),
    }),
    done: "Test mail sent",
  }),
  markRead: describeCommand({
    name: "opening.markRead",
    permission: "shop.open",
    input: z.object({ path: z.enum(textPaths) }),
    done: "Marked as read",
  }),
  askProviders: describeCommand({
    name: "opening.askProviders",
    permission: "shop.open",
    input: nothing,
    done: "The payment providers were asked",
  }),
  removeDemo: describeCommand({
    name: "opening.removeDemo",
    permission: "shop.open",
    input: nothing,
    done: ({ rows }: { rows: number }) => ({
      title: "Demo data removed",
      description: `${rows} rows are gone; what people made is still here.`,
    }),
  }),
  open: describeCommand({
    name: "opening.open",
    permission: "shop.open",
    input: nothing,
    done: "The shop is open for trade",
  }),
};

/** The form of a step's settings: all its fields as a browser submits them. */
export function stepFormSchema(step: OpeningStepKey) {
  return stepFormFields(step).transform(
    ({ seenVersion: version, ...values }): StepSave => ({
      step,
      seenVersion: version,
      values: someSettingsSchema.parse(values),
    }),
  );
}

/** The part from which the form library derives attributes. */
function stepFormFields(step: OpeningStepKey) {
  return settingFormFields(settingsOfStep(step));
}
