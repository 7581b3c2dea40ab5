import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { cartCookie, readCookie } from "#server/http/cookies.server.ts";

const cartIdSchema = z.uuid();

/**
 * The cart of a request: the one its signed cookie names, else the latest of the signed-in user (another device's),
 * else none.
 */
export async function cartIdFrom(context: Context, request: Request): Promise<string | null> {
  const carried = cartIdSchema.safeParse(await readCookie(await cartCookie(context.em), request));
  if (carried.success) return carried.data;
  if (context.actor.kind !== "user") return null;
  const latest = await typedSql(context.em)
    .selectFrom("cart")
    .where("user_id", "=", context.actor.id)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(1)
    .select("id")
    .executeTakeFirst();
  return latest?.id ?? null;
}

/** The `Set-Cookie` value that keeps a cart with a browser. */
export async function cartCookieHeader(context: Context, cartId: string): Promise<string> {
  return (await cartCookie(context.em)).serialize(cartId);
}
