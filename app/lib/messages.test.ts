import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeMessages, TOASTS, VERIFICATION_DELAY_MS } from "./messages.ts";

/* One toast at a time, for 5,000 ms; a dismissed one is removed after 1,000,000 ms. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Messages that something draws, with their titles, which is what the tests below look at. */
function drawnMessages() {
  const messages = makeMessages();
  messages.release("loading");
  const titles = (open: boolean) =>
    messages
      .list()
      .filter((message) => message.open === open)
      .map(({ title }) => title);
  const show = (title: string) => messages.show({ kind: "success", title });
  return { ...messages, titled: show, shown: () => titles(true), kept: () => titles(false) };
}

describe("a message", () => {
  it("is shown for 5,000 ms", () => {
    const { titled, shown } = drawnMessages();
    titled("Settings updated");
    vi.advanceTimersByTime(4999);
    expect(shown()).toEqual(["Settings updated"]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it("is kept for 1,000,000 ms after its time was up, and then no longer", () => {
    const { titled, kept } = drawnMessages();
    titled("Settings updated");
    vi.advanceTimersByTime(5000 + 999_999);
    expect(kept()).toEqual(["Settings updated"]);
    vi.advanceTimersByTime(1);
    expect(kept()).toEqual([]);
  });

  it("is kept for as long when somebody closed it", () => {
    const { titled, kept, shown, dismiss, list } = drawnMessages();
    titled("Settings updated");
    vi.advanceTimersByTime(1000);
    dismiss(list()[0]?.id ?? 0);
    expect(shown()).toEqual([]);
    vi.advanceTimersByTime(999_999);
    expect(kept()).toEqual(["Settings updated"]);
    vi.advanceTimersByTime(1);
    expect(kept()).toEqual([]);
  });

  it("makes way for the next, which has its own 5,000 ms", () => {
    const { titled, shown, kept } = drawnMessages();
    titled("First");
    vi.advanceTimersByTime(4000);
    titled("Second");
    expect(shown()).toEqual(["Second"]);
    expect(kept()).toEqual(["First"]);
    vi.advanceTimersByTime(4999);
    expect(shown()).toEqual(["Second"]);
    vi.advanceTimersByTime(1);
    expect(kept()).toEqual(["Second", "First"]);
  });

  it.each(["hidden", "pointer", "focus"] as const)("has its time stopped by %s", (why) => {
    const { titled, shown, hold, release } = drawnMessages();
    titled("Read me");
    vi.advanceTimersByTime(2000);
    hold(why);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(["Read me"]);
    release(why);
    vi.advanceTimersByTime(2999);
    expect(shown()).toEqual(["Read me"]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it("goes on waiting while one of two reasons lasts", () => {
    const { titled, shown, hold, release } = drawnMessages();
    titled("Read me");
    hold("pointer");
    hold("focus");
    release("pointer");
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(["Read me"]);
  });

  it("is not held open by a pointer on the one before it", () => {
    const { titled, shown, hold, dismiss, list } = drawnMessages();
    titled("First");
    hold("pointer");
    dismiss(list()[0]?.id ?? 0);
    titled("Second");
    vi.advanceTimersByTime(5000);
    expect(shown()).toEqual([]);
  });

  it("loses no time while what draws it is still being fetched", () => {
    const messages = makeMessages();
    messages.show({ kind: "error", title: "Login Failed" });
    vi.advanceTimersByTime(60_000);
    expect(messages.list()).toMatchObject([{ title: "Login Failed", open: true }]);
    messages.release("loading");
    vi.advanceTimersByTime(5000);
    expect(messages.list()).toMatchObject([{ title: "Login Failed", open: false }]);
  });
});

it("all are forgotten when they were for somebody else, and the next has its own time", () => {
  const { titled, forget, list, shown } = drawnMessages();
  titled("User created successfully");
  titled("User suspended");
  vi.advanceTimersByTime(4000);
  forget();
  expect(list()).toEqual([]);
  titled("Logged Out");
  vi.advanceTimersByTime(4999);
  expect(shown()).toEqual(["Logged Out"]);
});

it("listeners hear of every change until they stop", () => {
  const { titled, subscribe } = drawnMessages();
  const heard = vi.fn();
  const stop = subscribe(heard);
  titled("First");
  expect(heard).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  titled("Second");
  expect(heard).toHaveBeenCalledTimes(2);
});

it("toasts and the newsletter's wait have these figures", () => {
  expect(TOASTS).toEqual({ atOnce: 1, shownMs: 5000, readableMs: 1_000_000, widestPixels: 420 });
  expect(VERIFICATION_DELAY_MS).toBe(1000);
});
