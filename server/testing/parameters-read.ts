import { vi } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/rest/rest-app.server.ts";
import { appRouter } from "#server/trpc/router.server.ts";

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>;

/** Names that lists and calls read, for pages that take all parameters as a whole. */
const knownNames = [
  ...new Set([
    ...restEndpoints.flatMap(({ query }) => Object.keys(query?.shape ?? {})),
    ...Object.values(procedures)
      .flatMap(({ _def }) => _def.inputs)
      .flatMap((input) => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])),
  ]),
];

/**
 * The search parameters that some work reads, recorded while it reads them; all known ones where it takes them as a
 * whole.
 */
export async function parametersReadBy(work: () => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const spies = (["get", "has", "getAll"] as const).map((method) => {
    const real: (this: URLSearchParams, name: string) => unknown = URLSearchParams.prototype[method];
    function noted(this: URLSearchParams, name: string) {
      names.add(name);
      return real.call(this, name) as never;
    }
    return vi.spyOn(URLSearchParams.prototype, method).mockImplementation(noted);
  });
  const realIterator = URLSearchParams.prototype[Symbol.iterator];
  const iterated = vi.spyOn(URLSearchParams.prototype, Symbol.iterator).mockImplementation(function (
    this: URLSearchParams,
  ) {
    for (const name of knownNames) names.add(name);
    return realIterator.call(this);
  });
  try {
    await work();
    return [...names];
  } finally {
    for (const spy of [...spies, iterated]) spy.mockRestore();
  }
}
