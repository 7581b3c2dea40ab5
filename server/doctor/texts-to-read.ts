import { promisesOf } from "#server/settings/promises.ts";
import type { SettingName } from "#server/settings/settings-tabs.ts";
import { deliveryRuleOf, type StoreSettings } from "#server/settings/store-settings.ts";
import type { ReadMark } from "./opening-steps.ts";

/** Every legal page ends with who the shop is. */
const whoWeAre: readonly SettingName[] = [
  "storeName",
  "storeAddress",
  "storePhone",
  "storeEmail",
  "companyNumber",
  "registeredOffice",
  "vatNumber",
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
