import { closeOrm, getOrm } from "#db/orm.server.ts";
import { systemClock } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { rotateSigningKey } from "#server/statements/signing-keys.server.ts";
import { formatCliError, joinDatabase } from "./command.server.ts";

/**
 * `npm run statements:key`: carbon statements are signed with a new key from now on. The old one stays published, and
 * what it signed stays valid; its private half is deleted. The shop may run or not.
 */
const ends: (() => Promise<void>)[] = [];

try {
  ends.push((await joinDatabase(readEnvironment())).stop, closeOrm);
  const id = await rotateSigningKey({ em: getOrm().em.fork(), clock: systemClock });
  console.log(`Carbon statements are signed with ${id} from now on.`);
} catch (error) {
  console.error(`There is no new key: ${formatCliError(error)}`);
  process.exitCode = 1;
} finally {
  for (const end of ends.reverse()) await end();
}
