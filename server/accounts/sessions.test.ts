import { describe, expect, it } from "vitest";
import { Session } from "#db/entities/index.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { signInDevice } from "#server/testing/users.ts";
import { endOtherSession, endOtherSessions, listSessions } from "./sessions.server.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";

async function person() {
  const context = await testContext();
  const user = await makeUser(context);
  return {
    context,
    user,
    here: await signInDevice(context, user),
    there: await signInDevice(context, user, phone),
  };
}

describe("the list of signed-in devices", () => {
  it("names one's own, this one first, and no secret", async () => {
    const { here, there } = await person();
    const sessions = await listSessions(here.context);
    expect(sessions.map(({ id, device, isCurrent }) => ({ id, device, isCurrent }))).toEqual([
      { id: here.sessionId, device: "Unknown device", isCurrent: true },
      { id: there.sessionId, device: "Safari on iPhone", isCurrent: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain("oken");
  });

  it("leaves out those that have ended", async () => {
    const { context, here, there } = await person();
    await context.em
      .fork()
      .nativeUpdate(Session, { id: there.sessionId }, { expiresAt: context.clock.now() });
    expect((await listSessions(here.context)).map(({ id }) => id)).toEqual([here.sessionId]);
  });
});

describe("signing another device out", () => {
  it("ends that session and keeps this one", async () => {
    const { here, there } = await person();
    await endOtherSession(here.context, there.sessionId);
    expect(await there.isSignedIn()).toBe(false);
    expect(await here.isSignedIn()).toBe(true);
  });

  it("cannot end somebody else's, nor this one, nor what is no session", async () => {
    const [mine, theirs] = [await person(), await person()];
    for (const id of [theirs.here.sessionId, mine.here.sessionId, "nonsense", ""]) {
      await expect(endOtherSession(mine.here.context, id)).toBeRefused("not_found");
    }
    expect(await theirs.here.isSignedIn()).toBe(true);
    expect(await mine.here.isSignedIn()).toBe(true);
  });

  it("ends all others at once", async () => {
    const { here, there } = await person();
    expect(await endOtherSessions(here.context)).toBe(1);
    expect(await there.isSignedIn()).toBe(false);
    expect(await here.isSignedIn()).toBe(true);
  });
});
