import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { idRow, rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { secondsOf, withProof } from "./data-integrity.server.ts";
import { didDocumentOf, didOf, keyAddress } from "./did.ts";
import { activeSigningKey, publishedKeys } from "./signing-keys.server.ts";
import { LIST_LENGTH, placeOf, statusListCredential } from "./statement-credential.ts";

const BITS = 8;
const LIST_NUMBER = /^[1-9]\d{0,4}$/;

const lastRow = z.object({ last: z.number().nullable() });

/** The shop's keys, as everybody who verifies a statement reads them. */
export async function findDidDocument({ em, publicUrl }: Context) {
  return didDocumentOf(didOf(publicUrl), await publishedKeys(em));
}

/**
 * Which statements are revoked, as a Bitstring Status List signed at this moment; `written` is the number in its
 * address. @throws ShopError `not_found` for a list in which there is no statement
 */
export async function findRevocations(context: Context, written: string) {
  const list = LIST_NUMBER.test(written) ? Number(written) : 0;
  const { em, publicUrl, settings, clock } = context;
  const { last } = await rawRow(em, lastRow, "select max(id) as last from carbon_statement");
  if (list === 0 || last === null || list > placeOf(last).list) {
    throw new ShopError("not_found", "There is no such list");
  }
  const from = (list - 1) * LIST_LENGTH;
  const revoked = await rawRows(
    em,
    idRow,
    "select id from carbon_statement where id between ? and ? and revoked_at is not null",
    [from, from + LIST_LENGTH - 1],
  );
  const now = clock.now();
  const unsigned = statusListCredential(
    { publicUrl, storeName: settings.storeName },
    {
      list,
      encodedList: encodedListOf(revoked.map(({ id }) => placeOf(id).index)),
      validFrom: secondsOf(now),
    },
  );
  const { id, privateKey } = await inTransaction(em, (inner) => activeSigningKey(inner, now));
  const verificationMethod = keyAddress(didOf(publicUrl), id);
  return withProof(unsigned, { privateKey, verificationMethod, created: now });
}

/** A bit for each place, the first one leftmost, compressed (Bitstring Status List v1.0, section 3.2; multibase `u`). */
function encodedListOf(set: readonly number[]): string {
  const bits = Buffer.alloc(LIST_LENGTH / BITS);
  for (const place of set) {
    const at = Math.floor(place / BITS);
    bits.writeUInt8(bits.readUInt8(at) | (1 << (BITS - 1 - (place % BITS))), at);
  }
  return `u${gzipSync(bits).toString("base64url")}`;
}
