import type { Role } from "#server/access/roles.ts";
import type { UserView } from "#server/identity/account/user-view.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A user as staff see one, with staff's notes. */
export interface StaffUserView extends UserView {
  notes: string;
  /** Signing in asks for a code, too. */
  twoFactor: boolean;
  /** Paid orders, cancelled ones left out. */
  orderCount: number;
  /** What they add up to: the part of the lifetime value that is no opening balance. */
  paidValue: Pence;
  /** Counts the changes of the account: an edit says which one it was made from. */
  version: number;
}

/** Who looks: what they may do with a user depends on it. Null for the shop itself. */
export type Viewer = { id: number; role: Role } | null;

export interface UserPage {
  users: StaffUserView[];
  /** Whether there are newer users before, and older ones after those of this page. */
  hasPrevious: boolean;
  hasNext: boolean;
  viewer: Viewer;
}
