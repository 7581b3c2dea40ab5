import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isCapability } from "#server/access/capabilities.ts";
import { allows, roles } from "#server/access/roles.ts";
import { cookieFor } from "#server/testing/rest/rest-caller.ts";
import routes from "../../routes.ts";

/* Every page and file for staff, requested by every role: each names its permission, and opens for nobody else. */

type EntryPoint = ((args: { request: Request; params: object; context: object }) => Promise<unknown>) & {
  may?: unknown;
};
const entryPoint = z.custom<EntryPoint>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: entryPoint, action: entryPoint });

const isSignIn = (file: string) => file.endsWith("/admin-login.tsx");

const entryPoints = (
  await Promise.all(
    routes
      .filter(({ file }) => file.startsWith("routes/staff/") && !isSignIn(file))
      .map(async ({ path: pattern = "", file }) => {
        const module: unknown = await import(path.resolve(import.meta.dirname, "../..", file));
        const { loader, action } = moduleSchema.parse({ ...Object(module) });
        return [
          { name: `GET /${pattern}`, pattern, method: "GET", handler: loader },
          { name: `POST /${pattern}`, pattern, method: "POST", handler: action },
        ];
      }),
  )
)
  .flat()
  .flatMap(({ handler, ...rest }) => (handler ? [{ ...rest, handler }] : []));

const isOfStaff = (pattern: string) =>
  /^(admin|shop-manager)(\/|$)/.test(pattern) && pattern !== "admin/login";

it("no page of the staff stands anywhere else", () => {
  const elsewhere = routes.filter(
    ({ path: pattern = "", file }) => isOfStaff(pattern) && !file.startsWith("routes/staff/"),
  );
  expect(elsewhere).toEqual([]);
});

/** "shut" for a refusal, or the redirect to the sign-in screen. */
async function requestedBy(
  role: string,
  { method, pattern, handler }: (typeof entryPoints)[number],
): Promise<string> {
  const cookie =
    role === "visitor" ? undefined : await cookieFor(roles.find((one) => one === role) ?? "visitor");
  const request = new Request(`http://127.0.0.1:3000/${pattern}`, {
    method,
    headers: { "X-Client-Address": "203.0.113.41", ...(cookie ? { Cookie: cookie } : {}) },
    body: method === "POST" ? new URLSearchParams({ intent: "nothing" }) : null,
  });
  const args = await handler({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
  if (args instanceof Response) {
    const leadsAway = args.headers.get("location")?.startsWith("/login") ?? false;
    return leadsAway || args.status === 401 || args.status === 403 ? "shut" : "open";
  }
  const status = z.object({ init: z.object({ status: z.int() }) }).safeParse(args).data?.init.status;
  return status === 401 || status === 403 ? "shut" : "open";
}

describe.each(entryPoints.map((one) => [one.name, one] as const))("%s", (_name, one) => {
  const capability =
    typeof one.handler.may === "string" && isCapability(one.handler.may) ? one.handler.may : null;

  it("names what it takes", () => {
    expect(capability).not.toBeNull();
  });

  it("has it from what it reads, where it is a file", () => {
    if (one.pattern.endsWith(".csv")) expect(one.handler).toHaveProperty("reads.permissions.0", capability);
  });

  it.each(["visitor", ...roles] as const)(
    "opens for a %s who may do that, and else is shut",
    async (role) => {
      const may = capability !== null && allows(role, capability);
      expect(await requestedBy(role, one)).toBe(may ? "open" : "shut");
    },
  );
});

it.each([
  ["/admin?tab=orders&order=999999", "administrator", 999_999],
  ["/admin?tab=orders&view=all&order=99999999999", "administrator", 99_999_999_999],
  ["/admin?tab=emails&email=999999", "administrator", 999_999],
  ["/shop-manager?order=999999", "shop_manager", 999_999],
] as const)("%s shows its list, and that there is no such row", async (address, role, missing) => {
  const route = address.startsWith("/admin")
    ? await import("./admin.tsx")
    : await import("./shop-manager.tsx");
  const headers = { Cookie: (await cookieFor(role)) ?? "" };
  const request = new Request(`http://127.0.0.1:3000${address}`, { headers });
  const answer: unknown = await route.loader({ request, params: {}, context: {} });
  expect(answer).toMatchObject({ first: { shown: null, missing } });
});

it("the page of an order that there is not says so among the staff's screens, with what was asked for", async () => {
  const { loader } = await import("./admin-order.tsx");
  const headers = { Cookie: (await cookieFor("packer")) ?? "" };
  const request = new Request("http://127.0.0.1:3000/admin/orders/999999", { headers });
  const answer: unknown = await loader({ request, params: { order: "999999" }, context: {} });
  expect(answer).toMatchObject({ data: { asked: "999999", found: null }, init: { status: 404 } });
});
