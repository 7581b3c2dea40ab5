import { file } from "#server/http/page.server.ts";
import { findRevocations } from "#server/statements/signing-keys.server.ts";
import { forEverybody } from "./for-everybody.server.ts";

/** /statements/status/:list: which carbon statements are revoked, as a credential that verifiers understand. */
export const loader = file(async ({ context, params }) =>
  forEverybody(await findRevocations(context, params.list ?? ""), "application/vc"),
);
