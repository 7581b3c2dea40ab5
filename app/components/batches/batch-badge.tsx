import { Badge } from "#app/components/ui/badge.tsx";
import type { BatchStatus } from "#server/batches/batch-values.ts";
import { statusWords } from "#server/batches/public-batches.ts";

const tones = { open: "moss", quarantined: "clay", sold_out: "neutral" } as const;

/** Where a batch stands, in a word. */
export function BatchBadge({ status }: { status: BatchStatus }) {
  return <Badge tone={tones[status]}>{statusWords(status).label}</Badge>;
}
