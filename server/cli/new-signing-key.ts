import { getOrm } from "#db/orm.server.ts";
import { systemClock } from "#server/core/context.ts";
import { rotateSigningKey } from "#server/statements/signing-keys.server.ts";
import { openShop, runCommand } from "./command.server.ts";

/**
 * `npm run statements:key`: carbon statements are signed with a new key from now on. The old one stays published, and
 * what it signed stays valid; its private half is deleted. The shop may run or not.
 */
await runCommand({ says: "There is no new key: " }, async (closing) => {
  await openShop(closing);
  const id = await rotateSigningKey({ em: getOrm().em.fork(), clock: systemClock });
  console.log(`Carbon statements are signed with ${id} from now on.`);
});
