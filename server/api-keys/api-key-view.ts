import type { Capability } from "#server/access/capabilities.ts";
import type { RefusedForm } from "#server/commands/command.ts";

/** A key as staff see it; never the key itself. Times are ISO 8601. */
export interface ApiKeyView {
  id: number;
  name: string;
  beginning: string;
  permissions: Capability[];
  /** `asleep`: whoever made it is suspended or no longer staff, and so it opens nothing. */
  state: "active" | "expired" | "revoked" | "asleep";
  makerName: string | null;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** What the tab shows after its form for a new key was sent: the form, or the key, this once (in no address, cookie or log). */
export interface ApiKeyFormResult extends RefusedForm {
  made: { name: string; token: string } | null;
}
