import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";

const tones: Record<string, BadgeTone> = {
  pending: "outline",
  processing: "ink",
  completed: "moss",
  cancelled: "clay",
};

/** A missing status counts as pending; one that is not known is grey. */
export function OrderStatusBadge({ status }: { status: string | null | undefined }) {
  const shown = status || "pending";
  return (
    <Badge tone={tones[shown] ?? "neutral"} className="capitalize">
      {shown}
    </Badge>
  );
}
