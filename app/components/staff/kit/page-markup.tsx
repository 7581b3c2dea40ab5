import { RemixServer } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Role } from "#server/core/roles.ts";

/** The markup of a component in as much of a page as the server draws one in, for somebody of a role. */
export function markupFor(role: Role, children: ReactNode): string {
  const id = "root";
  const context = {
    manifest: {
      routes: { [id]: { id, path: "" } },
      entry: { imports: [], module: "" },
      url: "",
      version: "",
    },
    routeModules: { [id]: { default: () => children } },
    staticHandlerContext: {
      matches: [{ route: { id }, params: {}, pathname: "/", pathnameBase: "/" }],
      loaderData: { [id]: { actor: { kind: "staff", signedIn: true, name: null, role } } },
      actionData: null,
      errors: null,
      location: { pathname: "/", search: "", hash: "", key: "", state: null },
    },
    future: {},
  };
  return renderToStaticMarkup(
    <RemixServer
      url="http://shop.test/"
      context={context as unknown as ComponentProps<typeof RemixServer>["context"]}
    />,
  );
}
