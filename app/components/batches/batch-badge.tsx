import { Badge } from "#app/components/ui/badge.tsx";
import { describeStatus } from "#server/batches/batch.ts";
import type { BatchView } from "#server/batches/find-batch.server.ts";

const tones = { open: "moss", quarantined: "clay", sold_out: "neutral" } as const;

/** Where a batch stands, in a word. */
export function BatchBadge({ batch }: { batch: Pick<BatchView, "status" | "isRecalled"> }) {
  return <Badge tone={tones[batch.status]}>{describeStatus(batch).label}</Badge>;
}
