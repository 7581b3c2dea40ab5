import { z } from "zod";
import {
  forEachVariable,
  mainProvider,
  providerProfiles,
  usesStandIns,
} from "#server/payments/provider-list.ts";
import type { Variables } from "#server/payments/provider-profile.ts";

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === "" ? undefined : value));
const onOrOff = optionalText.pipe(z.enum(["on", "off"], "must be on or off").optional());
const flag = (fallback: "on" | "off") => onOrOff.transform((value) => (value ?? fallback) === "on");

const PORT_RULE = "must be a whole number from 1 to 65535";
const POSTGRES_RULE = "must be an address such as postgres://user:password@host:5432/shop";
const postgresUrl = optionalText.pipe(
  z.url({ protocol: /^postgres(ql)?$/, error: POSTGRES_RULE }).optional(),
);
/** Every variable that the shop reads; `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("production"),
  PORT: z.coerce.number(PORT_RULE).int(PORT_RULE).min(1, PORT_RULE).max(65_535, PORT_RULE).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  /** Unset: an embedded PostgreSQL is started in DATA_DIR. */
  DATABASE_URL: postgresUrl,
  DATA_DIR: z.string().min(1).default(".data"),
  /** Set by start.ts: where the stand-ins of payment providers listen (sandbox-connection.ts). */
  SANDBOX_CONNECTION: optionalText,
  /** Set by start.ts when the database is the embedded one. */
  EMBEDDED_DATABASE: optionalText.transform((value) => value === "1"),
  /** The shop's public address; links in mails and payment return addresses begin with it. */
  PUBLIC_URL: optionalText.pipe(
    z.url({ protocol: /^https?$/, error: "must be an address such as https://shop.example" }).optional(),
  ),
  /**
   * Demo customers, orders and sign-ins, where only this machine reaches the shop: by default on the embedded
   * database, elsewhere when "on".
   */
  DEMO_DATA: onOrOff,
  TRUST_PROXY: flag("off"),
  JOBS: flag("on"),
  /** Unset: one on the embedded database and in development, else one per core, at most four. */
  WEB_PROCESSES: optionalText
    .pipe(
      z
        .string()
        .regex(/^[1-9]\d?$/, "must be a whole number from 1 to 99")
        .optional(),
    )
    .transform((value) => (value === undefined ? undefined : Number(value))),
  LOG_REQUESTS: flag("on"),
  /** Read by `log` itself. */
  LOG_LEVEL: optionalText.pipe(z.enum(["silent"], "must be silent or empty").optional()),
  COOKIE_SECRET: optionalText.pipe(z.string().min(32, "must have at least 32 characters").optional()),
  /** sandbox: test payments are intended, even where others reach the shop or real money was taken before. */
  PAYMENTS: optionalText.pipe(z.enum(["sandbox"], "must be sandbox or empty").optional()),
  /** The payment providers' keys and what else they read. */
  ...forEachVariable(optionalText),
  /** Recipients of encrypted backups (age), separated by commas; empty: backups are not encrypted. */
  BACKUP_RECIPIENT: optionalText.transform((value) => value?.split(/[\s,]+/).filter(Boolean) ?? []),
  SMTP_URL: optionalText.pipe(
    z
      .url({
        protocol: /^smtps?$/,
        error: "must be an address such as smtp://user:password@mail.example:587",
      })
      .optional(),
  ),
  MAIL_FROM: optionalText,
  /** Multiplies every rate limit; 0 switches them off (refused in production with a public address). */
  RATE_LIMIT_FACTOR: z.coerce
    .number("must be a number, 0 or more")
    .min(0, "must be a number, 0 or more")
    .default(1),
});

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Whether this shop has demo data, and with it sign-ins with public passwords: where it is requested, else on an
 * embedded database; never where others reach the shop or real money moves.
 */
export function wantsDemoData(environment: Environment, embedded = environment.EMBEDDED_DATABASE): boolean {
  const setting = environment.DEMO_DATA ?? (embedded ? "on" : "off");
  return setting === "on" && !isReachable(environment) && !isLive(environment);
}

let cached: Environment | undefined;

/** Holds the environment until the process ends: a web process reads it several times a request. */
export function cacheEnvironment(): void {
  cached = readEnvironment();
}

/** Errors in the environment, each in one sentence that a person can act on, on a line of its own. */
export class EnvironmentError extends Error {}

/**
 * Reads and checks the environment.
 * @throws EnvironmentError naming every variable that is wrong.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  if (source === process.env && cached) return cached;
  const parsed = environmentSchema.safeParse(source);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}.`);
    throw new EnvironmentError(errors.join("\n"));
  }
  const errors = errorsIn(parsed.data);
  if (errors.length > 0) throw new EnvironmentError(errors.join("\n"));
  return parsed.data;
}

/** What no variable shows by itself: each error in a sentence. */
function errorsIn(environment: Environment): string[] {
  const errors = providerErrors(environment);
  if (environment.DEMO_DATA === "on" && isLive(environment)) {
    errors.push("DEMO_DATA must not be on while live payment keys are set.");
  }
  if (environment.DEMO_DATA === "on" && isReachable(environment)) {
    errors.push(
      "DEMO_DATA must not be on where others reach the shop (PUBLIC_URL, HOST): everybody knows its passwords.",
    );
  }
  if (environment.PAYMENTS === "sandbox" && !usesStandIns(environment)) {
    errors.push(`PAYMENTS must not be sandbox while ${mainProvider.keys[0]} is set: remove one of the two.`);
  }
  if (environment.RATE_LIMIT_FACTOR === 0 && environment.NODE_ENV === "production" && isPublic(environment)) {
    errors.push("RATE_LIMIT_FACTOR must not be 0 on a public address (PUBLIC_URL).");
  }
  return errors;
}

/**
 * Real and test payments never go to one shop: the main provider's stand-in would keep running beside the real one.
 */
function providerErrors(environment: Environment): string[] {
  return providerProfiles.flatMap(({ name, configurationErrors: errorsIn, takesRealMoney }) => {
    const errors = errorsIn(environment);
    if (takesRealMoney(environment) && usesStandIns(environment)) {
      errors.push(`${mainProvider.keys[0]} must be set when ${name} takes real money.`);
    }
    return errors;
  });
}

/** Live means that real money moves. */
export function isLive(environment: Variables): boolean {
  return providerProfiles.some(({ takesRealMoney }) => takesRealMoney(environment));
}

/** Whether shoppers elsewhere reach this shop, judged by its address. */
export function isPublic({ PUBLIC_URL }: Pick<Environment, "PUBLIC_URL">): boolean {
  return PUBLIC_URL !== undefined && !isThisMachine(new URL(PUBLIC_URL).hostname);
}

/** Whether anybody but this machine reaches this shop, judged by its address or by the network that it listens on. */
export function isReachable(environment: Pick<Environment, "PUBLIC_URL" | "HOST">): boolean {
  return isPublic(environment) || !isThisMachine(environment.HOST);
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
}
