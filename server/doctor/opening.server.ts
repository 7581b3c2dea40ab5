import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { type PaymentModes, paymentModes } from "#server/payments/provider-list.ts";
import type { Statements } from "#server/settings/claims.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import type { SettingsTab } from "#server/settings/settings-tabs.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import { findTradeGaps } from "./find-trade-gaps.server.ts";
import type { OpeningFacts } from "./launch-checklist.ts";
import { openingCommands, stepFormSchema } from "./opening-commands.ts";
import { readOpeningFacts } from "./opening-facts.server.ts";
import {
  isOpeningStep,
  type OpeningStepKey,
  type OpeningStepState,
  openingStepsOf,
} from "./opening-steps.ts";
import { type TextReading, textReadings } from "./texts-to-read.ts";

/** Everything that the opening page shows. */
export interface OpeningView {
  steps: OpeningStepState[];
  settings: StoreSettingsValues;
  /** The version of all settings, against overwriting what somebody else saves meanwhile. */
  settingsVersion: number;
  takesRealMoney: boolean;
  statements: Statements;
  facts: OpeningFacts;
  texts: TextReading[];
  payments: PaymentModes;
  hasMailServer: boolean;
  /** Of the person who looks. */
  email: string;
}

/** The way to an open shop, as far as it has been gone. @throws ShopError `unauthenticated`, `forbidden` */
export const findOpening = read("shop.open", async (context: Context): Promise<OpeningView> => {
  const {
    savedTabs: _,
    tabSaves: __,
    version,
    takesRealMoney,
    claims,
    retailYears,
    ...settings
  } = context.settings;
  const environment = readEnvironment();
  const facts = await readOpeningFacts(context.em.fork());
  return {
    steps: openingStepsOf(await findTradeGaps(context)),
    settings,
    settingsVersion: version,
    takesRealMoney,
    statements: { claims, retailYears },
    facts,
    texts: textReadings(context.settings, facts.textsRead),
    payments: paymentModes(environment),
    hasMailServer: environment.SMTP_URL !== undefined,
    email: context.actor.kind === "user" ? context.actor.email : "",
  };
});

/** Whoever saves one of these steps has looked through these tabs, also where they change nothing. */
const tabsOfSteps: Partial<Record<OpeningStepKey, readonly SettingsTab[]>> = {
  delivery: ["Shipping"],
};

/** Saves the settings of one step. */
export const saveStep = command(
  openingCommands.saveSettings,
  (context, { step, seenVersion, values }) =>
    saveSomeSettings(context, { values, seenVersion, confirmedTabs: tabsOfSteps[step] }),
  {
    read: async (_context, form) => {
      const step = form.get("step");
      if (!isOpeningStep(step)) throw new ShopError("bad_request", "This form is not known here.");
      return { form, schema: stepFormSchema(step) };
    },
  },
);

/** Prices that include VAT are confirmed; who is not registered charges none, and no page speaks of it. */
export const answerVat = command(openingCommands.answerVat, (context, { pricesIncludeVat, seenVersion }) =>
  saveSomeSettings(context, {
    seenVersion,
    confirmedTabs: ["Tax"],
    values:
      pricesIncludeVat === "yes" ? { taxEnabled: true, taxIncludedInPrices: true } : { taxEnabled: false },
  }),
);
