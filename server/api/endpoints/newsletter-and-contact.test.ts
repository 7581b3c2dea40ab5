import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { Enquiry } from "#db/entities/index.ts";
import { testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";

const list = z.array(
  z.strictObject({ id: z.number(), email: z.string(), state: z.string(), createdAt: z.iso.datetime() }),
);

describe("POST /api/newsletter", () => {
  it("answers the same for an address it knows, and staff see it once, as pending", async () => {
    const json = { email: "rest-twice@example.com" };
    const first = await callRest("POST", "/api/newsletter", { json });
    const second = await callRest("POST", "/api/newsletter", { json });
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const cookie = await cookieFor("shop_manager");
    const { body } = await callRest("GET", "/api/admin/subscribers?search=rest-twice", { cookie });
    expect(list.parse(body)).toMatchObject([{ email: "rest-twice@example.com", state: "pending" }]);
  });

  it("refuses what is no address", async () => {
    const { status, body } = await callRest("POST", "/api/newsletter", { json: { email: "nobody" } });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("Please enter a valid email address");
  });
});

describe("POST /api/newsletter/code and /confirm", () => {
  const email = "rest-code@example.com";
  const stateOf = async () => {
    const cookie = await cookieFor("shop_manager");
    const { body } = await callRest("GET", `/api/admin/subscribers?search=${email}`, { cookie });
    return list.parse(body).map(({ state }) => state);
  };

  it("confirm an address by the code that was mailed to it", async () => {
    await callRest("POST", "/api/newsletter", { json: { email } });
    // Nothing is mailed from here, and it is asked for at the machine itself.
    vi.stubEnv("EMBEDDED_DATABASE", "1");
    const headers = { "X-From-This-Machine": "yes" };
    const sent = await callRest("POST", "/api/newsletter/code", { json: { email }, headers });
    vi.unstubAllEnvs();
    expect(sent.status).toBe(200);
    const { code } = z.object({ code: z.string().regex(/^\d{6}$/) }).parse(sent.body);
    const wrong = await callRest("POST", "/api/newsletter/confirm", { json: { email, code: "000" } });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { code: [expect.any(String)] } } });
    expect(await stateOf()).toEqual(["pending"]);
    const confirmed = await callRest("POST", "/api/newsletter/confirm", { json: { email, code } });
    expect(confirmed.status).toBe(200);
    expect(await stateOf()).toEqual(["confirmed"]);
  });

  it("tell an unknown address from no other", async () => {
    await callRest("POST", "/api/newsletter", { json: { email: "rest-known@example.com" } });
    const answers = await Promise.all(
      ["rest-known@example.com", "rest-unknown@example.com"].map((address) =>
        callRest("POST", "/api/newsletter/code", { json: { email: address } }),
      ),
    );
    const [known, unknown] = answers.map(({ status, body }) => ({
      status,
      fields: Object.keys(z.object({}).loose().parse(body)),
    }));
    expect(unknown).toEqual(known);
  });
});

describe("POST /api/contact", () => {
  it("keeps the enquiry, and names every field at fault", async () => {
    const enquiry = {
      name: "Wren",
      email: "rest-wren@example.com",
      subject: "Sacks",
      message: "How many sacks do I need?",
    };
    expect((await callRest("POST", "/api/contact", { json: enquiry })).status).toBe(200);
    const { em } = await testContext();
    expect(await em.findOne(Enquiry, { email: enquiry.email })).toMatchObject(enquiry);
    const refused = await callRest("POST", "/api/contact", { json: { ...enquiry, message: "Short" } });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("Message must be at least 10 characters");
  });
});
