import { TRPCClientError } from "@trpc/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeQueryClient } from "./trpc.ts";

it("the client never refetches by itself, and its data is never stale and never requested twice", () => {
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

describe("a read that is refused", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [401, true],
    [403, false],
  ])("with %d throws; the stored user is forgotten: %s", async (httpStatus, forgotten) => {
    const removeItem = vi.fn();
    vi.stubGlobal("window", { localStorage: { removeItem }, dispatchEvent: () => true });
    const refusal = new TRPCClientError("Please sign in.", {
      result: { error: { code: -32_001, message: "Please sign in.", data: { httpStatus } } },
    });
    const read = makeQueryClient().fetchQuery({ queryKey: ["any"], queryFn: () => Promise.reject(refusal) });
    await expect(read).rejects.toBe(refusal);
    expect(removeItem.mock.calls.some(([key]) => key === "user")).toBe(forgotten);
  });
});
