import { createHash } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { inProgress, invalidRequest, PayPalFailure } from "./paypal-failure.ts";
import { requestIdHeader } from "./paypal-requests.ts";
import { type PayPalTempers, readPayPalTempers } from "./paypal-tempers.server.ts";

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** Orders v2: "The server stores keys for 6 hours." Payments v2: "for 45 days". */
const keptMilliseconds = {
  orders: 6 * HOUR_MILLISECONDS,
  payments: 45 * 24 * HOUR_MILLISECONDS,
} as const;

const storedSchema = z.object({
  objectId: z.string(),
  failure: z
    .object({
      status: z.literal(422),
      errorName: z.string(),
      message: z.string(),
      details: z.array(z.object({ issue: z.string() })),
      links: z.array(z.object({ href: z.string(), rel: z.string(), method: z.string() })),
    })
    .nullable()
    .default(null),
});

type Stored = z.infer<typeof storedSchema>;

interface Made {
  objectId: string;
  /** A refusal that has changed something, and is remembered. */
  failure?: PayPalFailure | undefined;
}

interface Answered extends Made {
  /** Whether it was made by an earlier request with this id. */
  isRepeated: boolean;
}

interface Request {
  api: keyof typeof keptMilliseconds;
  path: string;
  requestId: string | undefined;
}

/**
 * Makes something once per PayPal-Request-Id of a path, within the caller's transaction; what was made then is found
 * again. A request that was refused before anything changed leaves the id free.
 */
export async function oncePerRequestId(
  store: Store,
  { api, path, requestId }: Request,
  make: () => Promise<Made>,
): Promise<Answered> {
  if (!requestIdHeader.safeParse(requestId).success) {
    throw invalidRequest("INVALID_STRING_LENGTH", "PayPal-Request-Id");
  }
  if (requestId === undefined) return { ...(await make()), isRepeated: false };
  const tempers = await readPayPalTempers(store);
  const id = `paypal_request_${createHash("sha256").update(`${path}\n${requestId}`).digest("base64url")}`;
  await takeTurn(store, id, tempers);
  const key = { id, provider: "paypal", kind: "request" } as const;
  const row = await store.find(key);
  if (row && Date.now() - row.createdAt.getTime() < keptMilliseconds[api]) {
    const stored = storedSchema.parse(row.body);
    const known = repeated(stored, tempers);
    if (known) return known;
  }
  const made = await make();
  const stored = storedSchema.parse({ objectId: made.objectId, failure: storable(made.failure) });
  await store.put({ ...key, body: stored });
  return { ...made, isRepeated: false };
}

/** "PayPal processes the first request and might fail the second" (developer.paypal.com, "Idempotency"). */
async function takeTurn(store: Store, id: string, { simultaneous }: PayPalTempers): Promise<void> {
  if (simultaneous === "waits") {
    await store.run("select pg_advisory_xact_lock(hashtextextended($1, 0))", [id]);
    return;
  }
  const [row] = await store.query(
    z.object({ free: z.boolean() }),
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free",
    [id],
  );
  if (!row?.free) throw inProgress();
}

function repeated({ objectId, failure }: Stored, { repeatedRefusal }: PayPalTempers): Answered | undefined {
  if (!failure || repeatedRefusal === "latest") return { objectId, isRepeated: true };
  if (repeatedRefusal === "new-try") return undefined;
  const { status, errorName, message, ...more } = failure;
  return { objectId, failure: new PayPalFailure(status, errorName, message, more), isRepeated: true };
}

function storable(failure: PayPalFailure | undefined): Stored["failure"] {
  if (!failure) return null;
  const { errorName, message, details, links } = failure;
  return {
    status: 422,
    errorName,
    message,
    details: details.map(({ issue }) => ({ issue })),
    links: [...links],
  };
}
