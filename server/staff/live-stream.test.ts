import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Session, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { listenForChanges } from "#server/core/listen-for-changes.server.ts";
import type { Role } from "#server/core/roles.ts";
import { endStreams, onStaffTopics, tellStaffTopics } from "#server/core/topics.ts";
import { asUser, makeFailedOrder, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { openLiveStream } from "./live-stream.server.ts";

const PATIENCE = { timeout: 30_000 };
const open: AbortController[] = [];

// Files before this one may have left streams of a person with the same number.
beforeAll(endStreams);
afterEach(() => {
  for (const request of open.splice(0)) request.abort();
  vi.useRealTimers();
});

/** Somebody who signed in just now. */
async function signedIn(role: Role): Promise<Context> {
  const context = await testContext({ clock: { now: () => new Date() } });
  const staff = asUser(context, await makeUser(context, { role }));
  const { actor } = staff;
  if (actor.kind !== "user") throw new Error("nobody signed in");
  const now = new Date();
  await staff.em.fork().insert(Session, {
    id: actor.sessionId,
    tokenHash: randomUUID(),
    user: actor.id,
    userAgent: "",
    address: "",
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  return staff;
}

/** A stream as its browser reads it: the text so far, and whether it has ended. */
async function follow(staff: Context) {
  const request = new AbortController();
  open.push(request);
  const response = await openLiveStream(staff, request.signal);
  const read = { text: "", ended: false, headers: response.headers, leave: () => request.abort() };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const go = async () => {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      read.text += piece.value;
    }
    read.ended = true;
  };
  void go();
  await expect.poll(() => read.text).toContain("retry: ");
  return read;
}

describe("the stream of changes", () => {
  it("says what changed, and of that only what its reader may see", async () => {
    const [manager, packer] = [
      await follow(await signedIn("shop_manager")),
      await follow(await signedIn("packer")),
    ];
    tellStaffTopics(["orders", "enquiries"]);
    await expect.poll(() => manager.text).toContain("event: changed\ndata: orders,enquiries\n\n");
    expect(packer.text).toContain("event: changed\ndata: orders\n\n");
  });

  it("tells nothing before something changes", async () => {
    const { text } = await follow(await signedIn("packer"));
    expect(text).not.toContain("event:");
  });

  it("is neither kept, compressed nor held back on its way", async () => {
    const { headers } = await follow(await signedIn("packer"));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });

  it("is opened by nobody but staff", async () => {
    for (const context of [await testContext(), await signedIn("customer")]) {
      await expect(openLiveStream(context, new AbortController().signal)).rejects.toMatchObject({
        code: expect.stringMatching(/unauthenticated|forbidden/),
      });
    }
  });

  it("is refused to somebody who has eight, until one ends", async () => {
    const staff = await signedIn("packer");
    const streams = [];
    for (let count = 0; count < 8; count += 1) streams.push(await follow(staff));
    await expect(follow(staff)).toBeRefused("rate_limited", { status: 429 });
    streams[0]?.leave();
    await follow(staff);
  });

  it.each([
    [
      "its session has ended",
      (staff: Context, id: number) => staff.em.fork().nativeDelete(Session, { user: id }),
    ],
    [
      "its owner has another role",
      (staff: Context, id: number) => staff.em.fork().nativeUpdate(User, { id }, { role: "shop_manager" }),
    ],
    [
      "its owner is suspended",
      (staff: Context, id: number) => staff.em.fork().nativeUpdate(User, { id }, { isActive: false }),
    ],
  ])("ends within three seconds when %s", async (_what, change) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const [staff, other] = [await signedIn("packer"), await follow(await signedIn("packer"))];
    const stream = await follow(staff);
    if (staff.actor.kind === "user") await change(staff, staff.actor.id);
    vi.advanceTimersByTime(3000);
    await expect.poll(() => stream.ended, PATIENCE).toBe(true);
    expect(other.ended).toBe(false);
  });

  it("ends when the process is about to stop", async () => {
    const stream = await follow(await signedIn("packer"));
    endStreams();
    await expect.poll(() => stream.ended).toBe(true);
  });
});

describe("what the database tells", () => {
  const heard: string[] = [];
  let context: Context;

  beforeAll(async () => {
    context = await testContext();
    const stopListening = listenForChanges(process.env.DATABASE_URL ?? "");
    const ignore = onStaffTopics((topics) => heard.push(...topics));
    await vi.waitFor(() => expect(heard).toContain("orders"), PATIENCE);
    return async () => {
      ignore();
      await stopListening();
    };
  });

  it("is every new order, without a statement of its own", async () => {
    heard.length = 0;
    await makeOrder(context);
    await expect.poll(() => heard, PATIENCE).toContain("orders");
  });

  it("is every payment that failed", async () => {
    heard.length = 0;
    await makeFailedOrder(context);
    await expect.poll(() => heard, PATIENCE).toEqual(["failed-orders"]);
  });
});
