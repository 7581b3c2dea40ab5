import fc from "fast-check";
import { atWork } from "./model-time.ts";
import type { ShopProcess } from "./shop-process.ts";

/** Never resolves: a dead process does not respond. */
const never = new Promise<never>(() => {});

const storedFailures = new Set<string>();

/** Stripe forgets its stored responses; so does the next sequence. */
export function forgetStoredFailures(): void {
  storedFailures.clear();
}

/** One request, event or job in a process of the shop, with its injected fault. */
export class Action {
  readonly name: string;
  readonly process: ShopProcess;
  readonly #fault: Fault;
  #calls = 0;
  #statements = 0;
  #letGo: (() => void) | undefined;
  #tellHeld: () => void = () => {};
  /** Resolves when one of its calls is held on its way. */
  readonly held: Promise<void>;
  isHeld = false;
  isOver = false;

  constructor(name: string, process: ShopProcess, fault: Fault) {
    this.name = name;
    this.process = process;
    this.#fault = fault;
    this.held = new Promise((resolve) => {
      this.#tellHeld = resolve;
    });
  }

  static current(): Action | undefined {
    const action = atWork.getStore();
    return action instanceof Action ? action : undefined;
  }

  get calls(): number {
    return this.#calls;
  }

  run(work: () => Promise<void>): Promise<void> {
    return atWork.run(this, work);
  }

  /** Releases the held call. */
  letGo(): void {
    this.isHeld = false;
    this.#letGo?.();
  }

  /** A statement of the shop's, which `send` sends to the database. */
  async statement<Result>(send: () => Promise<Result>): Promise<Result> {
    const fault = this.#fault;
    const number = this.#statements++;
    const isTheOne = fault.kind === "dies at statement" && fault.statement === number;
    if (isTheOne && fault.when === "before") this.process.die();
    if (this.process.isDead) return never;
    try {
      const result = await send();
      if (isTheOne) this.process.die();
      return this.process.isDead ? never : result;
    } catch (error) {
      if (this.process.isDead) return never;
      throw error;
    }
  }

  /** A call of the shop's to a provider, which `send` makes. */
  async call(request: Request, send: () => Promise<Response>): Promise<Response> {
    if (this.process.isDead) return never;
    // Signing in and verifying events are never disturbed.
    if (/\/v1\/(oauth2|notifications)\//.test(request.url)) return this.#unlessDead(send);
    const number = this.#calls++;
    const fault = this.#fault;
    const recordedFailure = storedFailureOf(request);
    if (recordedFailure) return recordedFailure;
    if (fault.kind === "dies at call" && fault.call === number) {
      if (fault.when === "after") await send();
      this.process.die();
      return never;
    }
    if (fault.kind === "slow" && fault.call === number) {
      if (fault.on === "request") await this.#hold();
      const result = await this.#unlessDead(send);
      if (fault.on === "answer") await this.#hold();
      return result;
    }
    const isHit = "times" in fault && number >= fault.call && number < fault.call + fault.times;
    if (!isHit) return this.#unlessDead(send);
    if (fault.kind === "500") return failure(request, fault.isStored);
    if (fault.kind === "answer lost") await this.#unlessDead(send);
    throw new TypeError("fetch failed");
  }

  async #unlessDead(send: () => Promise<Response>): Promise<Response> {
    const result = await send();
    return this.process.isDead ? never : result;
  }

  async #hold(): Promise<void> {
    this.isHeld = true;
    const goesOn = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    this.#tellHeld();
    await goesOn;
    if (this.process.isDead) await never;
  }
}

/** "Retries with the same key return the saved response, including 500 errors" (docs.stripe.com/api/idempotent_requests). */
function storedFailureOf(request: Request): Response | undefined {
  const key = request.headers.get("idempotency-key");
  return key && storedFailures.has(key)
    ? failure(request, false, { "idempotent-replayed": "true" })
    : undefined;
}

function failure(request: Request, isStored: boolean, headers: Record<string, string> = {}): Response {
  const key = request.headers.get("idempotency-key");
  if (isStored && key) storedFailures.add(key);
  const error = { type: "api_error", message: "An unknown error occurred" };
  return Response.json({ error, name: "INTERNAL_SERVER_ERROR" }, { status: 500, headers });
}

/** From here on every call of the shop goes through its action. @returns what ends that */
export function replaceNetwork(): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const action = Action.current();
    if (!action) return send(input, init);
    const request = new Request(input, init);
    return action.call(request, () => send(request));
  };
  return () => {
    globalThis.fetch = send;
  };
}

/** An injected fault in one request. Calls to the providers and statements are counted from 0. */
export type Fault =
  | { kind: "none" }
  /** The call waits on its way, there or back, until a later step releases it. */
  | { kind: "slow"; call: number; on: "request" | "answer" }
  /** Carried out, but the response is lost, this many times. */
  | { kind: "answer lost"; call: number; times: number }
  /** Never arrives. */
  | { kind: "no connection"; call: number; times: number }
  /** The provider fails before it did anything; Stripe stores that as the key's response. */
  | { kind: "500"; call: number; times: number; isStored: boolean }
  /** The shop's process ends: before or after it sent a statement, or around a call. */
  | { kind: "dies at statement"; statement: number; when: "before" | "after" }
  | { kind: "dies at call"; call: number; when: "before" | "after" };

const call = fc.nat(4);
const times = fc.constantFrom(1, 5);
const when = fc.constantFrom("before", "after");

/** Mostly there is no fault, and faults shrink to none. */
export const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 14, arbitrary: fc.constant({ kind: "none" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("slow" as const),
      call,
      on: fc.constantFrom("request", "answer"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("answer lost" as const), call, times }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("no connection" as const), call, times }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("500" as const), call, times, isStored: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("dies at statement" as const),
      statement: fc.nat(60),
      when,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("dies at call" as const), call, when }) },
);

export const NONE: Fault = { kind: "none" };

export function faultText(fault: Fault): string {
  const { kind, ...rest } = fault;
  return kind === "none" ? "" : `, but ${kind} ${JSON.stringify(rest)}`;
}
