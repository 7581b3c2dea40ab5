import { p } from "@mikro-orm/core";

/**
 * The order of names that people read (docs/rules.md#catalogue-2), by ICU: the same on every PostgreSQL, whatever its
 * own order is. Texts are still equal only when their bytes are.
 */
export const IN_BRITISH_ORDER = "en-GB-x-icu";

/** When a row was last written. */
export const updatedAt = () =>
  p
    .datetime()
    .defaultRaw("now()")
    .onUpdate(() => new Date());
