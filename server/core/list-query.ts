import type { z } from "zod";

/** What can be asked of a list, as an address says it. */
export interface ListQuery<Asked extends object> {
  /** Reads it from an address. People type, cut and share addresses: what makes no sense becomes its default. */
  read(parameters: URLSearchParams): Asked;
  /** The parameters of an address; what is at its default is left out. */
  write(asked: Partial<Asked>): URLSearchParams;
  /** The same without the page: what the list is narrowed to, and its order. */
  writeFilters(asked: Partial<Asked>): URLSearchParams;
}

/** The page of a list: it begins behind the row of this id, or ends before it. */
export interface AskedPage {
  after?: number | undefined;
  before?: number | undefined;
}

/** A page of rows, of which one more was read than it shows, and where the next one begins. */
export function pageOf<Row extends { id: number }>(
  rows: readonly Row[],
  size: number,
): {
  page: Row[];
  /** The id behind which the next page begins; null on the last one. */
  next: number | null;
} {
  const page = rows.slice(0, size);
  return { page, next: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}

/** A list's query from a schema that refuses nothing and gives everything its default. */
export function listQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): ListQuery<z.output<z.ZodObject<Shape>>> & { schema: z.ZodObject<Shape> } {
  type Asked = z.output<z.ZodObject<Shape>>;
  const names: string[] = Object.keys(schema.shape);
  const defaults = new Map<string, unknown>(Object.entries(schema.parse({})));
  const write = (asked: Partial<Asked>) => {
    const values = new Map<string, unknown>(Object.entries(asked));
    const parameters = new URLSearchParams();
    for (const name of names) {
      const value = values.get(name);
      if (value && value !== defaults.get(name)) parameters.set(name, String(value));
    }
    return parameters;
  };
  return {
    schema,
    read: (parameters) => schema.parse(Object.fromEntries(parameters)),
    write,
    writeFilters: (asked) => {
      const parameters = write(asked);
      for (const name of ["after", "before"] satisfies (keyof AskedPage)[]) parameters.delete(name);
      return parameters;
    },
  };
}
