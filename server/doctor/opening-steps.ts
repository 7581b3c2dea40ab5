import { z } from "zod";
import { describeWith } from "#server/commands/command.ts";
import { emailAddress } from "#server/core/fields.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import type { SetupProblem } from "#server/payments/provider-profile.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { type SomeSettings, settingFormFields, someSettingsSchema } from "#server/settings/settings-form.ts";
import type { SettingName } from "#server/settings/settings-tabs.ts";
import { deliveryRuleOf, type StoreSettings } from "#server/settings/store-settings.ts";
import type { ChecklistItem } from "./launch-checklist.ts";

const company: readonly SettingName[] = [
  "storeName",
  "storeAddress",
  "storePhone",
  "storeEmail",
  "companyNumber",
  "registeredOffice",
  "vatNumber",
];

/** Every legal page ends with who the shop is. */
const whoWeAre: readonly SettingName[] = [
  ...company,
  "openingHoursWeekdays",
  "openingHoursSaturday",
  "openingHoursSunday",
];

/** A page that every contract rests on. */
interface TextToRead {
  title: string;
  /** The date of the last change of its words, which the page shows: anyone who read it before reads it again. */
  changed: string;
  /** The settings that it prints. */
  prints: readonly SettingName[];
  /** It prints what delivery costs. */
  printsDelivery?: true;
}

const texts = {
  "/terms": {
    title: "Terms of Service",
    changed: "2026-11-21",
    prints: [...whoWeAre, "currency", "countriesServed", "bulkDelivery", "latestDeliveryDays"],
  },
  "/returns": { title: "Returns", changed: "2026-11-24", prints: [...whoWeAre, "bulkReturns"] },
  "/delivery": {
    title: "Delivery",
    changed: "2026-11-21",
    prints: [...whoWeAre, "currency", "countriesServed", "bulkDelivery", "latestDeliveryDays"],
    printsDelivery: true,
  },
  "/privacy": { title: "Privacy", changed: "2026-11-24", prints: whoWeAre },
} as const satisfies Record<string, TextToRead>;

export type TextPath = keyof typeof texts;

export const textPaths = Object.keys(texts).filter((path): path is TextPath => path in texts);

export function textAt(path: TextPath): TextToRead {
  return texts[path];
}

/** What a text says now, to be compared with what it said when somebody read it. */
export function textState(path: TextPath, settings: StoreSettings): string {
  const { changed, prints, printsDelivery } = textAt(path);
  const printed = prints.map((name) => settings[name]);
  const { served: _, ...rule } = deliveryRuleOf(settings);
  const { northernIrelandServed, ratedByTable, collects } = promisesOf(settings);
  const printsPlaces = prints.includes("countriesServed");
  // Only where they are not as ever: what was read before these settings came stays read.
  const beyond = printsPlaces
    ? [northernIrelandServed, ratedByTable, collects && "collects"].filter((each) => each !== undefined)
    : [];
  return JSON.stringify([changed, printed, printsDelivery ? rule : null, ...beyond]);
}

/** A text, with who has read it. */
export interface TextReading {
  path: TextPath;
  title: string;
  mark: ReadMark | null;
  /** It says what it said then. */
  isCurrent: boolean;
}

/** The texts in their order; a mark lapses as soon as its text says something else. */
export function textReadings(
  settings: StoreSettings,
  textsRead: Readonly<Record<string, ReadMark>>,
): TextReading[] {
  return textPaths.map((path) => {
    const mark = textsRead[path] ?? null;
    return { path, title: textAt(path).title, mark, isCurrent: mark?.state === textState(path, settings) };
  });
}

/** One step on the way to an open shop. */
interface OpeningStep {
  title: string;
  why: string;
  /** The settings that the step asks about, in their order on screen; where it asks about any. */
  settings?: readonly SettingName[];
}

/** The way from a fresh shop to an open one (docs/rules.md#staff-18): what others rest on comes first. */
const openingSteps = {
  company: {
    title: "Who you are",
    why: "A buyer must know who sells: name, address, a way to reach you, and a company's number and registered office. Invoices are VAT invoices once they carry your VAT number.",
    settings: company,
  },
  vat: {
    title: "Do your prices include VAT?",
    why: "What a customer pays is the price that the shop shows; nothing is added at the checkout. The VAT line, the invoices and your VAT report depend on this answer.",
  },
  claims: {
    title: "What you say about your biochar",
    why: "Each figure on the site is a promise that somebody may ask you to prove. The ones that the shop came with are examples. The papers to download are dated editions and keep the figures of their day.",
  },
  delivery: {
    title: "Where you deliver, and what you promise",
    why: "Until you save this once, cart, checkout and product page each show a delivery price of their own.",
    settings: [
      "shippingEnabled",
      "shippingCalculationType",
      "standardShippingCost",
      "freeShippingThreshold",
      "expressShippingCost",
      "countriesServed",
      "northernIrelandServed",
      "dispatchPromise",
      "latestDeliveryDays",
      "bulkDelivery",
      "bulkReturns",
    ],
  },
  address: {
    title: "Address and database",
    why: "These are set in the environment of the server, by whoever runs it. README.md, “Going live”, names each variable.",
  },
  mail: {
    title: "Mail",
    why: "The confirmation of an order by mail is a legal duty, and nobody can set a password without it.",
    settings: ["orderNotificationEmail"],
  },
  payments: {
    title: "Payments",
    why: "The keys of the payment providers are set in the environment of the server. Ask the providers whether the keys are good; their events tell the shop of payments whose buyer closed the page.",
    settings: ["paypalEnabled"],
  },
  texts: {
    title: "Texts to read",
    why: "The shop came with these pages, and every contract is made on them. Read them as a customer will, and have a lawyer read them where you are not sure.",
  },
  staff: {
    title: "Staff",
    why: "Whoever signs in as staff sees orders and addresses, and may refund. The demo sign-ins have a password that anybody can read.",
    settings: ["staffTwoFactor"],
  },
  demo: {
    title: "Remove the demo data",
    why: "The demo's customers and orders count in every report, and its invoices have taken the first numbers.",
  },
  "first-order": {
    title: "A first order of £1 to yourself, and its refund",
    why: "The one thing that no check can stand in for: real money that comes, and goes back.",
  },
  open: {
    title: "Open for trade",
    why: "The date stands in the audit with your name, and `npm run doctor` says the same as this page.",
  },
} as const satisfies Record<string, OpeningStep>;

export type OpeningStepKey = keyof typeof openingSteps;

/** Every step, in its order. */
const openingStepKeys = Object.keys(openingSteps).filter(isOpeningStep);

export function isOpeningStep(name: unknown): name is OpeningStepKey {
  return typeof name === "string" && Object.hasOwn(openingSteps, name);
}

/** The settings that a step asks about. */
export function settingsOfStep(key: OpeningStepKey): readonly SettingName[] {
  const { settings = [] }: OpeningStep = openingSteps[key];
  return settings;
}

/** A step with what is still to be done in it. */
export interface OpeningStepState {
  key: OpeningStepKey;
  title: string;
  why: string;
  items: ChecklistItem[];
}

/** Each step with the items that it closes; it is done once it has none. */
export function openingStepsOf(items: readonly ChecklistItem[]): OpeningStepState[] {
  return openingStepKeys.map((key) => {
    const { title, why } = openingSteps[key];
    return { key, title, why, items: items.filter(({ step }) => step === key) };
  });
}

/** The step that the page shows open: the one asked for, else the first that is not done. */
export function openStepOf(steps: readonly OpeningStepState[], asked: string | null): OpeningStepKey | null {
  if (isOpeningStep(asked)) return asked;
  return steps.find(({ items }) => items.length > 0)?.key ?? null;
}

/** Who did a thing, and when. */
export interface OpeningMark {
  /** ISO date and time. */
  at: string;
  by: string;
}

/** Who has read a text, and what it said then. */
export interface ReadMark extends OpeningMark {
  /** Its state; another one lets the mark lapse. */
  state?: string;
}

/** What the payment providers said of the keys, and who asked them. */
export interface PaymentsCheck extends OpeningMark {
  providers: Partial<Record<ProviderId, ProviderCheck>>;
}

export interface ProviderCheck {
  mode: "live" | "test";
  /** The provider answered to the keys. */
  answered: boolean;
  /** What is missing in its settings, or why it did not answer. */
  gaps: SetupProblem[];
}

/** A mail that was sent to see whether mails arrive. */
export interface MailTest {
  to: string;
  sentAt: string;
  /** When its link was opened; null until then. */
  arrivedAt: string | null;
}

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

const opening = describeWith("shop.open");
const changingSettings = describeWith("shop.open", ["settings.edit"]);

/** What opens a shop, on /admin/opening. */
export const openingCommands = {
  saveSettings: changingSettings(
    "opening.saveSettings",
    stepSaveSchema.transform((save): StepSave => save),
    "Settings updated",
  ),
  answerVat: changingSettings(
    "opening.answerVat",
    z.object({
      pricesIncludeVat: z.enum(["yes", "not_registered"], "Please choose one of the answers"),
      seenVersion,
    }),
    "Settings updated",
  ),
};

const nothing = z.object({});

/** What the last steps do. */
export const openingMarks = {
  sendTestMail: opening(
    "opening.sendTestMail",
    z.object({
      to: emailAddress("Please enter a valid email address", "Please use at most 254 characters"),
    }),
    "Test mail sent",
  ),
  markRead: opening("opening.markRead", z.object({ path: z.enum(textPaths) }), "Marked as read"),
  askProviders: opening("opening.askProviders", nothing, "The payment providers were asked"),
  removeDemo: opening("opening.removeDemo", nothing, ({ rows }: { rows: number }) => ({
    title: "Demo data removed",
    description: `${rows} rows are gone; what people made is still here.`,
  })),
  open: opening("opening.open", nothing, "The shop is open for trade"),
};

/** The form of a step's settings: all its fields as a browser submits them. */
export function stepFormSchema(step: OpeningStepKey) {
  return settingFormFields(settingsOfStep(step)).transform(
    ({ seenVersion: version, ...values }): StepSave => ({
      step,
      seenVersion: version,
      values: someSettingsSchema.parse(values),
    }),
  );
}
