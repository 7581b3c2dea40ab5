import { AsyncLocalStorage } from "node:async_hooks";

/** Code inside is the shop at work: its pauses between two attempts are skipped. */
export const atWork = new AsyncLocalStorage<object>();

const RealDate = Date;
const realTimeout = globalThis.setTimeout;
/** Pauses before another attempt, by the providers' clients and the shop; limits are longer. */
const PAUSES = { least: 50, most: 6000 };

/** How far the model's clock is ahead of the machine's, in milliseconds. */
let ahead = 0;

export function modelNow(): number {
  return RealDate.now() + ahead;
}

/** Sets the clock of everything in this process: the shop, the stand-ins and their libraries. */
export function setModelTime(milliseconds: number): void {
  ahead = milliseconds - RealDate.now();
}

export function advanceModelTime(milliseconds: number): void {
  ahead += milliseconds;
}

/** For the database, whose column defaults use it. */
export function secondsAhead(): number {
  return ahead / 1000;
}

/** Replaces `Date` by the model's clock, and skips pauses of code at work. @returns what puts the machine's clock back */
export function replaceClock(): () => void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [modelNow()] : args, newTarget),
    get: (target, name, receiver) => (name === "now" ? modelNow : Reflect.get(target, name, receiver)),
  });
  const shortened = (act: () => void, pause = 0, ...args: unknown[]) => {
    const isPause = atWork.getStore() !== undefined && pause >= PAUSES.least && pause <= PAUSES.most;
    return realTimeout(act, isPause ? 0 : pause, ...args);
  };
  globalThis.setTimeout = Object.assign(shortened, realTimeout);
  return () => Object.assign(globalThis, { Date: RealDate, setTimeout: realTimeout });
}
