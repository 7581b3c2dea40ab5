import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { rawRow, truth, watched } from "#server/core/typed-sql.server.ts";

/** How often it is asked how far a replica is. */
const LOOK_MS = 1000;

/** How far the log of the primary is written, and on which timeline: a promotion begins a new one. */
const PRIMARY = `select pg_current_wal_lsn()::text as position,
  ('x' || substring(pg_walfile_name(pg_current_wal_lsn()) for 8))::bit(32)::int as timeline`;
const primarySchema = z.object({ position: z.string(), timeline: z.number() });

/** A position of the primary that the replica is to reach. */
type Position = z.output<typeof primarySchema>;

interface State {
  /** What the replica is to reach, and when the primary was there. */
  goal: (Position & { at: number }) | undefined;
  /** The replica has everything that the primary had at this time, of `performance.now()`. */
  completeUntil: number;
  lookedAt: number;
  looking: Promise<void> | undefined;
}

/** For each connection to a replica. */
const states = new WeakMap<object, State>();

/**
 * The time, of `performance.now()`, up to which the replica has everything that the primary had; minus infinity for one
 * that follows nothing, or something else.
 * @throws what a database that does not answer throws
 */
export async function completeUntil(em: EntityManager): Promise<number> {
  const replica = em.getConnection("read");
  const state = states.get(replica) ?? {
    goal: undefined,
    completeUntil: Number.NEGATIVE_INFINITY,
    lookedAt: Number.NEGATIVE_INFINITY,
    looking: undefined,
  };
  states.set(replica, state);
  if (performance.now() >= state.lookedAt + LOOK_MS) {
    state.looking ??= look(em, state).finally(() => {
      state.looking = undefined;
    });
  }
  await state.looking;
  return state.completeUntil;
}

async function look(em: EntityManager, state: State): Promise<void> {
  const at = performance.now();
  // A busy primary writes on while the replica is asked: that one has a second to get there.
  const goal = state.goal ?? { ...(await rawRow(em, primarySchema, PRIMARY)), at };
  state.goal = goal;
  const { follows, isThere } = await compare(em, goal);
  state.lookedAt = performance.now();
  if (!follows) state.completeUntil = Number.NEGATIVE_INFINITY;
  else if (isThere) state.completeUntil = goal.at;
  // One that follows another timeline is compared with the present one the next time.
  if (!follows || isThere) state.goal = undefined;
}

/** A server that was promoted is no replica any more; one on another timeline follows another primary. */
async function compare(em: EntityManager, { position, timeline }: Position) {
  const [replica] = await watched(em.getConnection("read").getClient())
    .selectNoFrom([
      truth`pg_is_in_recovery() and (select timeline_id from pg_control_checkpoint()) = ${timeline}::int`.as(
        "follows",
      ),
      truth`coalesce(pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn, false)`.as("there"),
    ])
    .execute();
  return { follows: replica?.follows === true, isThere: replica?.there === true };
}
