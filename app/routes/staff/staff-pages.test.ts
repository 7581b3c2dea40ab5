import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { staffFiles } from "#server/api/private-files.server.ts";
import { allows, isCapability, roles } from "#server/core/roles.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { routes } from "../../routes.ts";

/* Every page and file for staff, requested by every role: each names its permission, and opens for nobody else. */

type Handler = ((args: { request: Request; params: object; context: object }) => Promise<unknown>) & {
  may?: unknown;
};
const entryPoint = z.custom<Handler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: entryPoint, action: entryPoint });

const isSignIn = (file: string) => file.endsWith("/admin-login.tsx");

const pageEntryPoints = (
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

const fileEntryPoints = Object.entries(staffFiles).map(([address, handler]) => ({
  name: `GET ${address}`,
  pattern: address.slice(1),
  method: "GET",
  handler: handler as Handler,
}));

const entryPoints = [...pageEntryPoints, ...fileEntryPoints];

type EntryPoint = (typeof entryPoints)[number];

const isOfStaff = (pattern: string) =>
  /^(admin|shop-manager)(\/|$)/.test(pattern) && pattern !== "admin/login";

it("no page or file of the staff stands anywhere else", () => {
  const elsewhere = routes.filter(
    ({ path: pattern = "", file }) =>
      isOfStaff(pattern) && !file.startsWith("routes/staff/") && !(`/${pattern}` in staffFiles),
  );
  expect(elsewhere).toEqual([]);
});

/** Whether it is refused, or led to the sign-in screen. */
async function isShutTo(cookie: string, { method, pattern, handler }: EntryPoint): Promise<boolean> {
  const request = new Request(`http://127.0.0.1:3000/${pattern}`, {
    method,
    headers: { "X-Client-Address": "203.0.113.41", ...(cookie ? { Cookie: cookie } : {}) },
    body: method === "POST" ? new URLSearchParams({ intent: "nothing" }) : null,
  });
  const answer = await handler({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const leadsAway = answer.headers.get("location")?.startsWith("/login") ?? false;
    return leadsAway || answer.status === 401 || answer.status === 403;
  }
  const status = z.object({ init: z.object({ status: z.int() }) }).safeParse(answer).data?.init.status;
  return status === 401 || status === 403;
}

const capabilityOf = ({ handler: { may } }: EntryPoint) =>
  typeof may === "string" && isCapability(may) ? may : undefined;

describe("a door of the staff's screens", () => {
  it("names its permission", () => {
    expect(entryPoints.filter((one) => !capabilityOf(one)).map(({ name }) => name)).toEqual([]);
  });

  it("has that from what it reads, where it is a file", () => {
    const files = entryPoints.filter(({ pattern }) => pattern.endsWith(".csv"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect.soft(file.handler, file.name).toHaveProperty("reads.permissions.0", capabilityOf(file));
    }
  });

  it("is shut to a visitor, and to the strongest role that may not", async () => {
    const cookies = await Promise.all(roles.map((role) => cookieFor(role)));
    const open: string[] = [];
    for (const one of entryPoints) {
      const capability = capabilityOf(one);
      const strongest = roles.findLastIndex((role) => !capability || !allows(role, capability));
      for (const cookie of ["", cookies[strongest] ?? ""]) {
        if (!(await isShutTo(cookie, one)))
          open.push(`${one.name} to ${cookie ? roles[strongest] : "a visitor"}`);
      }
    }
    expect(open).toEqual([]);
  });

  it("opens to the least role that may", async () => {
    const cookies = await Promise.all(roles.map((role) => cookieFor(role)));
    const shut: string[] = [];
    for (const one of entryPoints) {
      const capability = capabilityOf(one);
      const least = roles.findIndex((role) => capability && allows(role, capability));
      if (await isShutTo(cookies[least] ?? "", one)) shut.push(`${one.name} to ${roles[least]}`);
    }
    expect(shut).toEqual([]);
  });
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
  expect(answer).toMatchObject({ missing });
});

it("the page of an order that there is not says so among the staff's screens, with what was asked for", async () => {
  const { loader } = await import("./admin-order.tsx");
  const headers = { Cookie: (await cookieFor("packer")) ?? "" };
  const request = new Request("http://127.0.0.1:3000/admin/orders/999999", { headers });
  const answer: unknown = await loader({ request, params: { order: "999999" }, context: {} });
  expect(answer).toMatchObject({ data: { asked: "999999", found: null }, init: { status: 404 } });
});
