import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { roleDisplayName } from "#server/core/roles.ts";
import type { UserView } from "#server/identity/account/user-view.ts";

/** Blue, green, red; grey for what is not known. */
const roleTones: Record<string, BadgeTone> = {
  customer: "lake",
  shop_manager: "moss",
  administrator: "clay",
};

export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={roleTones[role] ?? "neutral"}>{roleDisplayName(role)}</Badge>;
}

type BadgedUser = Pick<UserView, "isActive" | "isVerified" | "hasResearchAccess"> & {
  twoFactor: boolean;
  tradeList?: string | null;
};

/** Active or Suspended, Verified or Unverified, Research, Two-factor, the trade list by its code. */
export function StatusBadges({ isActive, isVerified, hasResearchAccess, twoFactor, tradeList }: BadgedUser) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={isActive ? "moss" : "clay"}>{isActive ? "Active" : "Suspended"}</Badge>
      <Badge tone={isVerified ? "neutral" : "outline"}>{isVerified ? "Verified" : "Unverified"}</Badge>
      {hasResearchAccess && <Badge tone="lake">Research</Badge>}
      {twoFactor && <Badge tone="lake">Two-factor</Badge>}
      {tradeList && <Badge tone="ink">Trade: {tradeList}</Badge>}
    </span>
  );
}
