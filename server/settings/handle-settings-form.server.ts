import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { saveSettings } from "./save-settings.server.ts";
import { tabFormSchema } from "./settings-form.ts";
import { type SettingsTab, settingsTabs } from "./settings-tabs.ts";

/** A form that came back: what was typed, what is wrong with it, or why it was refused. */
export interface RefusedSettings {
  tab: SettingsTab;
  result: SubmissionResult<string[]>;
  refusal: string | null;
  status: number;
}

/** Saves the form of one tab as a browser without JavaScript posts it. */
export async function handleSettingsForm(
  context: Context,
  form: FormData,
): Promise<{ saved: SettingsTab } | RefusedSettings> {
  const tab = z.enum(settingsTabs).safeParse(form.get("tab"));
  if (!tab.success) throw new ShopError("bad_request", "This form is not known here.");
  const submission = parseWithZod(form, { schema: tabFormSchema(tab.data) });
  if (submission.status !== "success") {
    return { tab: tab.data, result: submission.reply(), refusal: null, status: 400 };
  }
  try {
    await saveSettings(context, submission.value);
    return { saved: tab.data };
  } catch (error) {
    if (!(error instanceof ShopError) || error.code === "unauthenticated") throw error;
    return { tab: tab.data, result: submission.reply(), refusal: error.message, status: error.status };
  }
}
