import { dehydrate, hydrate } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetUnshown, makeQueryClient } from "./trpc.ts";

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

it("what somebody has just asked for comes also when the page's loader answers meanwhile", async () => {
  const client = makeQueryClient();
  let answer = (_product: string) => {};
  const product = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const asked = client.fetchQuery({ queryKey: ["one"], queryFn: () => product });
  forgetUnshown(client);
  answer("a product");
  await expect(asked).resolves.toBe("a product");
});

it("what a loader brings is shown also where this machine's clock is before the server's", async () => {
  const queryKey = ["list"];
  const loaded = (list: string) => {
    const loader = makeQueryClient();
    loader.setQueryData(queryKey, list);
    return dehydrate(loader);
  };
  const screen = makeQueryClient();
  hydrate(screen, loaded("first"));
  screen.setQueryData(queryKey, "fetched again", { updatedAt: Date.now() + 60_000 });
  forgetUnshown(screen);
  hydrate(screen, loaded("later"));
  expect(screen.getQueryData(queryKey)).toBe("later");
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
