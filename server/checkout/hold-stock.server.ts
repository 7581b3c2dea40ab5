import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/connections.ts";
import {
  byId,
  type RequestedLine,
  type SellableProduct,
  sellableColumns,
  sellableSchema,
} from "#server/catalogue/sellable.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { preparedRows, rawRows } from "#server/core/typed-sql.server.ts";

/** Locked until the transaction ends. */
export type LockedProducts = Map<number, SellableProduct>;

const lockSql = prepared(
  "lock-products",
  `select ${sellableColumns()} from product
    where id = any(array(select unnest($1::int[]) union select product_id from stock_hold where checkout_id = $2))
    order by id for no key update`,
);

/**
 * Locks the products of these lines until the transaction ends, always in id order, so that two shoppers with the same
 * products never wait for each other in a circle; with a checkout also those that it holds, since what was removed from
 * the cart meanwhile is released with the rest. Holds and stock change only under this lock. "no key update" lets others
 * add these products to carts meanwhile.
 */
export async function lockProducts(
  em: EntityManager,
  lines: readonly Pick<RequestedLine, "productId">[],
  checkoutId: string | null = null,
): Promise<LockedProducts> {
  if (lines.length === 0 && checkoutId === null) return new Map();
  const productIds = lines.map(({ productId }) => productId);
  return byId(await preparedRows(em, sellableSchema, lockSql, [productIds, checkoutId]));
}

const releaseSql = prepared(
  "release-holds",
  `with released as (
     delete from stock_hold where product_id = any($1::int[]) and (expires_at <= $2 or checkout_id = $3)
     returning product_id, quantity
   ), sums as (
     select product_id, sum(quantity)::int as quantity from released group by product_id
   )
   update product p set held_quantity = p.held_quantity - sums.quantity
     from sums where p.id = sums.product_id returning p.id, p.held_quantity`,
);

const heldSchema = z.object({ id: z.number(), held_quantity: z.number() });

/** Releases what lapsed checkouts hold of the locked products, and what this one holds when it is named. */
export async function releaseHolds(
  em: EntityManager,
  products: LockedProducts,
  { checkoutId, now }: { checkoutId?: string; now: Date },
): Promise<void> {
  if (products.size === 0) return;
  const parameters = [[...products.keys()], now, checkoutId ?? null];
  const rows = await preparedRows(em, heldSchema, releaseSql, parameters);
  for (const row of rows) {
    const product = products.get(row.id);
    if (product) product.heldQuantity = row.held_quantity;
  }
}

/** Whose stock is held. */
export interface Holder {
  checkoutId: string;
  /** The address that it counts for; null when the money has already been paid. */
  heldBy: string | null;
}

interface HoldOptions {
  expiresAt: Date;
  /** The address has let too many holds lapse: for now it keeps nothing from other addresses. */
  holdsForAddressOnly?: boolean;
}

const holdSql = prepared(
  "hold-stock",
  `with held as (
     insert into stock_hold (checkout_id, product_id, quantity, beyond_share, expires_at)
     select $1, "productId", quantity, "beyondShare", $2
       from jsonb_to_recordset($3::jsonb) as line ("productId" int, quantity int, "beyondShare" int)
     returning product_id, quantity
   )
   update product p set held_quantity = p.held_quantity + held.quantity from held where p.id = held.product_id`,
);

/**
 * Holds the lines' stock for a checkout, after `releaseHolds`: up to the share of its address from everybody, the rest
 * from its neighbours behind that address alone.
 * @throws ShopError `out_of_stock` naming each product that there is too little of.
 */
export async function holdStock(
  em: EntityManager,
  products: LockedProducts,
  lines: readonly RequestedLine[],
  holder: Holder,
  { expiresAt, holdsForAddressOnly = false }: HoldOptions,
): Promise<void> {
  const neighbours = await findNeighbours(em, [...products.keys()], holder);
  assertInStock(products, lines, neighbours);
  const holds = lines.map(({ productId, quantity }) => {
    const heldByAddress = neighbours.get(productId)?.held ?? 0;
    const stockQuantity = products.get(productId)?.stockQuantity ?? 0;
    const all = { quantity, beyondShare: 0 };
    const nothing = { quantity: 0, beyondShare: quantity };
    const share = holdsForAddressOnly ? nothing : divideHold({ quantity, stockQuantity, heldByAddress });
    return { productId, ...(holder.heldBy === null ? all : share) };
  });
  await preparedRows(em, z.never(), holdSql, [holder.checkoutId, expiresAt, JSON.stringify(holds)]);
}

/**
 * Whether the lines could be held now, without holding them or waiting for those who do; the checkout's own holds count
 * as available. `products` are as `sellableProducts` found them.
 * @throws ShopError `out_of_stock` as `holdStock`
 */
export async function assertSellable(
  em: EntityManager,
  products: ReadonlyMap<number, SellableProduct>,
  lines: readonly RequestedLine[],
  holder: Holder,
  now: Date,
): Promise<void> {
  const productIds = lines.map(({ productId }) => productId);
  assertInStock(products, lines, await findNeighbours(em, productIds, holder, now));
}

/** What other checkouts of the same address hold of a product, and what this one holds. */
interface Neighbours {
  held: number;
  beyondShare: number;
  own: number;
}

async function findNeighbours(
  em: EntityManager,
  productIds: readonly number[],
  { checkoutId, heldBy }: Holder,
  /** Without what has lapsed by then. */
  now: Date | null = null,
): Promise<Map<number, Neighbours>> {
  if (productIds.length === 0) return new Map();
  const rows = await rawRows(
    em,
    neighboursSchema,
    `select hold.product_id as id,
        coalesce(sum(hold.quantity) filter (where checkout.id <> ? and checkout.held_by = ?), 0)::int as held,
        coalesce(sum(hold.beyond_share) filter (where checkout.id <> ? and checkout.held_by = ?), 0)::int
          as "beyondShare",
        coalesce(sum(hold.quantity) filter (where checkout.id = ?), 0)::int as own
       from stock_hold hold join checkout on checkout.id = hold.checkout_id
      where hold.product_id in (?) and (?::timestamptz is null or hold.expires_at > ?) group by 1`,
    [checkoutId, heldBy, checkoutId, heldBy, checkoutId, productIds, now, now],
  );
  return new Map(rows.map(({ id, ...neighbours }) => [id, neighbours]));
}

const neighboursSchema = z.object({
  id: z.number(),
  held: z.number(),
  beyondShare: z.number(),
  own: z.number(),
});

/** @throws ShopError `out_of_stock` */
function assertInStock(
  products: ReadonlyMap<number, SellableProduct>,
  lines: readonly RequestedLine[],
  neighbours: ReadonlyMap<number, Neighbours>,
): void {
  const short = lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product || product.isArchived) return ["A product in your cart is no longer sold."];
    const { own, beyondShare } = neighbours.get(productId) ?? { own: 0, beyondShare: 0 };
    const left = Math.max(0, product.stockQuantity - product.heldQuantity + own - beyondShare);
    if (left >= quantity) return [];
    return [stockLeftMessage(product, left)];
  });
  if (short.length === 0) return;
  throw new ShopError("out_of_stock", [...new Set(short)].join(" "), { fields: { items: short } });
}

/** How many of a product are left, where more are wanted. */
export function stockLeftMessage({ name }: Pick<SellableProduct, "name">, left: number): string {
  return left === 0
    ? `${name} is out of stock.`
    : `Only ${left} of ${name} ${left === 1 ? "is" : "are"} left.`;
}

/** Units of one product that any address may keep from others while it pays: a household's order is always held. */
const LEAST_SHARE_UNITS = 10;
/** Of larger stocks, one address keeps at most this part. */
const SHARE_OF_STOCK = 0.5;

/** The request for one product, and what others behind the same address already hold while they pay. */
interface HoldRequest {
  quantity: number;
  stockQuantity: number;
  /** Units that other checkouts of the address keep from everybody. */
  heldByAddress: number;
}

/**
 * The part that a checkout keeps from everybody, and the part that it keeps only from others behind its own address.
 */
interface DividedHold {
  quantity: number;
  beyondShare: number;
}

/**
 * How much of the request is kept from other people during the payment. Beyond its share an address can still buy
 * what is there; it only cannot keep it from others without paying (docs/decisions/039-holds-have-an-end.md).
 */
export function divideHold({ quantity, stockQuantity, heldByAddress }: HoldRequest): DividedHold {
  const share = Math.max(LEAST_SHARE_UNITS, Math.ceil(stockQuantity * SHARE_OF_STOCK));
  const heldQuantity = Math.min(quantity, Math.max(0, share - heldByAddress));
  return { quantity: heldQuantity, beyondShare: quantity - heldQuantity };
}
