import { file } from "#server/http/page.server.ts";
import { findDidDocument } from "#server/statements/signing-keys.server.ts";
import { forEverybody } from "./for-everybody.server.ts";

/** /.well-known/did.json: the keys with which carbon statements are signed, for whoever verifies one. */
export const loader = file(async ({ context }) =>
  forEverybody(await findDidDocument(context), "application/json"),
);
