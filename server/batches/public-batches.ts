import type { Topic } from "#server/core/topics.ts";
import type { BatchStatus } from "./batch-values.ts";
import type { BatchView } from "./batch-view.ts";

/** What a page of batches depends on: the names of products, and the shop's own around it, too. */
export const batchTopics: readonly Topic[] = ["settings", "catalogue", "batches"];

/** A batch in the list for everybody. */
export interface PublicBatchRow {
  id: number;
  code: string;
  productName: string;
  /** ISO date. */
  madeOn: string;
  status: BatchStatus;
  isRecalled: boolean;
  /** Of its newest analysis, in hundredths of a percent; null before the first. */
  organicCarbon: number | null;
}

interface StatusWords {
  label: string;
  /** What it means to whoever holds a bag. */
  meaning: string;
}

/** Where a batch stands, for whoever reads its label (docs/rules.md#passport-1). */
export function statusWords({ status, isRecalled }: Pick<BatchView, "status" | "isRecalled">): StatusWords {
  return isRecalled ? calledBack : words[status];
}

const calledBack: StatusWords = {
  label: "Called back",
  meaning:
    "Please do not use it. Everybody who bought some of this batch has a mail of ours that says what to do; if you have some and no mail, please write to us.",
};

const words: Record<BatchStatus, StatusWords> = {
  open: { label: "Open", meaning: "We pack orders from this batch while it lasts." },
  quarantined: {
    label: "In quarantine",
    meaning:
      "We have stopped packing this batch while we look into it. If you have some of it, please do not use it until you have asked us.",
  },
  sold_out: {
    label: "Sold out",
    meaning: "None of this batch is packed any more. What is known of it stays on this page.",
  },
};
