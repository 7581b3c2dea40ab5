import type { InferKyselyDB } from "@mikro-orm/postgresql";
import type * as entities from "./entities/index.ts";

/**
 * Columns that entities read as numbers, and that the driver gives as text, since they may be longer than a number of
 * JavaScript: `bigint` and `numeric`. `tables.test.ts` compares the list with the database.
 */
export const longNumbers = [
  "passkey.counter",
  "user_account.carbom_reduction_target",
  "user_account.land_size",
] as const;

/** A moment as the driver gives it: PostgreSQL's text, which is no ISO date. `isoTime` and `dateOf` read it. */
export type Timestamp = string & { readonly timestamp: unique symbol };

type LongNumber = (typeof longNumbers)[number];
type Entities = typeof entities;
type Inferred = InferKyselyDB<Entities[keyof Entities & `${string}Schema`]>;

/** What a query finds in a column: the entity's type, but for what only the ORM turns into it. */
type Found<Column extends string, Value> = Column extends LongNumber
  ? string | Extract<Value, null>
  : Value extends Date
    ? Timestamp
    : Value;

type Selected<Value> = Value extends { readonly __select__: infer Type } ? Type : Value;

/** The shop's tables and what a query finds in their columns, for typed SQL (docs/decisions/047-typed-sql.md). */
export type Tables = {
  [Table in keyof Inferred & string]: {
    [Column in keyof Inferred[Table] & string]: Found<
      `${Table}.${Column}`,
      Selected<Inferred[Table][Column]>
    >;
  };
};
