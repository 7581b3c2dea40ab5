import type { Pence } from "#server/pricing/money.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";

/** A product as pages show it: a plain object, never an entity. */
export interface ProductView {
  id: number;
  name: string;
  slug: string;
  description: string;
  price: Pence;
  salePrice: Pence | null;
  onSale: boolean;
  /** The price now: the sale price while on sale. */
  currentPrice: Pence;
  category: string;
  imageUrl: string;
  /** The units that can be sold now: stock less what open payments reserve. */
  stockQuantity: number;
  /** Whether any can be bought now: always, while stock is not managed. */
  canBuy: boolean;
  isBestseller: boolean;
  isNew: boolean;
  /** None means the store's standard rate. */
  taxRate: BasisPoints | null;
}
