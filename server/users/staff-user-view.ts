import type { Role } from "#server/access/roles.ts";
import type { StaffWords, UserView } from "#server/identity/account/user-view.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A user as staff see one, including what staff write about them. */
export interface StaffUserView extends UserView, StaffWords {
  /** Signing in needs a code, too. */
  twoFactor: boolean;
  /** Paid orders, without cancelled ones. */
  orderCount: number;
  /** Their sum: the lifetime value without the opening balance. */
  paidValue: Pence;
  /** The code of the list whose prices they pay; null is everybody's prices. */
  tradeList: string | null;
  /** Counts the changes of the account: an edit names the version it was based on. */
  version: number;
}

/** The actor, whose permissions decide what they may do with a user. Null for the shop itself. */
export type Viewer = { id: number; role: Role } | null;

export interface UserPage {
  users: StaffUserView[];
  /** Whether there are newer users before this page, and older ones after it. */
  /** The ids that the pages beside it end before and begin behind; null where there is none. */
  previous: number | null;
  next: number | null;
  viewer: Viewer;
}
