import { describe, expect, it } from "vitest";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { signInDevice } from "#server/testing/users.ts";
import { readResearchReport } from "./own-profile.server.ts";

describe("downloading the research report", () => {
  it("asks a visitor to sign in (401)", async () => {
    await expect(readResearchReport(await testContext())).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ["asks an unverified person to verify (403)", { isVerified: false, hasResearchAccess: false }, /verify/],
    [
      "does not serve an unverified person with the flag (403)",
      { isVerified: false, hasResearchAccess: true },
      /verify/,
    ],
    [
      "tells a verified person without access to wait (403)",
      { isVerified: true, hasResearchAccess: false },
      /processed/,
    ],
  ])("%s", async (_case, flags, message) => {
    const context = await testContext();
    const device = await signInDevice(context, await makeUser(context, flags));
    await expect(readResearchReport(device.context)).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(message),
    });
  });

  it("gives a verified person with access the file", async () => {
    const context = await testContext();
    const device = await signInDevice(context, await makeUser(context, { hasResearchAccess: true }));
    const file = await readResearchReport(device.context);
    expect(file).toMatchObject({ fileName: expect.stringMatching(/\.pdf$/) });
    expect(Buffer.from(file.bytes.subarray(0, 5)).toString()).toBe("%PDF-");
  });
});
