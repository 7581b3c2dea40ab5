import { describe, expect, it } from "vitest";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { loader as files } from "../system/counter-files.ts";
import { loader as counter } from "./counter.ts";

async function requested(
  loader: typeof files | typeof counter,
  path: string,
  cookie?: string,
): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: cookie ? { Cookie: cookie } : {} });
  const answer: unknown = await loader({ request, params: {}, context: {} }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(answer instanceof Response)) throw new Error(`${path} answered no response`);
  return answer;
}

describe("the counter's page", () => {
  it("is the same for everybody who may take orders, and says nothing of them", async () => {
    const texts: string[] = [];
    for (const role of ["shop_manager", "administrator"] as const) {
      const answer = await requested(counter, "/shop-manager/counter", await cookieFor(role));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      texts.push(await answer.text());
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain("This page needs JavaScript");
  });

  it("sends others to the sign-in, and back", async () => {
    const answer = await requested(counter, "/shop-manager/counter");
    expect(answer.headers.get("location")).toBe("/login?next=%2Fshop-manager%2Fcounter");
  });

  it("runs its own files alone", async () => {
    const answer = await requested(counter, "/shop-manager/counter", await cookieFor("shop_manager"));
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|nonce/);
    expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)/);
  });
});

it("the worker's script comes without a session, so that a new one always replaces the old", async () => {
  const answer = await requested(files, "/counter-worker.js");
  expect(answer.headers.get("content-type")).toContain("text/javascript");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
});

it("what is installed is the counter and nothing around it", async () => {
  const answer = await requested(files, "/counter.webmanifest");
  expect(await answer.json()).toMatchObject({
    start_url: "/shop-manager/counter",
    scope: "/shop-manager/counter",
  });
});
