import { expect, it } from "vitest";
import { makeQueryClient } from "./trpc.ts";

it("the client's data follows spec section 7: no refetching, never stale, no retries", () => {
  expect(makeQueryClient().getDefaultOptions()).toMatchObject({
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    mutations: { retry: false },
  });
});
