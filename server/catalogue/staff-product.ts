import type { ProductState } from "./product-state.ts";

/** A product as those who edit it see it: a plain object, never an entity. */
export interface StaffProduct extends ProductState {
  id: number;
  slug: string;
  /** Grows with each edit, not with sales. */
  version: number;
  /** Units of the stock that open payments hold. */
  heldQuantity: number;
  isArchived: boolean;
}
