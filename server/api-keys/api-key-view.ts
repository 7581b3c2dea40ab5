import type { SubmissionResult } from "@conform-to/react";
import type { Capability } from "#server/access/capabilities.ts";

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

/** What the tab shows after its form for a new key was sent. */
export interface ApiKeyFormResult {
  intent: "create-api-key";
  result: SubmissionResult<string[]>;
  /** What the verb said, when the fields themselves were right. */
  refusal: string | null;
  /** The new key, shown this once: it is in no address, cookie or log. */
  made: { name: string; token: string } | null;
  status: number;
}
