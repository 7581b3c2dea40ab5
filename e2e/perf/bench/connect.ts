import pg from "pg";
import type { Closing } from "../closing.ts";

/** A connection that ends with the measuring. */
export function connectWhileMeasuring(closing: Closing, url: string): Promise<pg.Client> {
  return closing.open(
    async () => {
      const opened = new pg.Client({ connectionString: url });
      await opened.connect();
      return opened;
    },
    (opened) => opened.end(),
  );
}
