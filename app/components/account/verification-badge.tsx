import { Badge } from "#app/components/ui/badge.tsx";

export function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? "moss" : "clay"}>{isVerified ? "Verified" : "Unverified"}</Badge>;
}
