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
const postgresUrl = optionalText.pipe(
  z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be an address such as postgres://user:password@host:5432/shop",
    })
    .optional(),
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
  /** A copy of it that takes no writes, for the reads of the storefront. */
  DATABASE_REPLICA_URL: postgresUrl,
  DATA_DIR: z.string().min(1).default(".data"),
  /** Set by start.ts: where the stand-ins of payment providers listen (sandbox-connection.ts). */
  SANDBOX_CONNECTION: optionalText,
  /** Set by start.ts when the database is the embedded one. */
  EMBEDDED_DATABASE: optionalText.transform((value) => value === "1"),
  /** The shop's public address; links in mails and payment return addresses begin with it. */
  PUBLIC_URL: optionalText.pipe(
    z.url({ protocol: /^https?$/, error: "must be an address such as https://shop.example" }).optional(),
  ),
  /** Demo customers, orders and sign-ins, where nobody but this machine comes: on the embedded database, elsewhere when "on". */
  DEMO_DATA: onOrOff,
  TRUST_PROXY: flag("off"),
  JOBS: flag("on"),
  /** Unset: one on the embedded database and in development, else one for each core, four at most. */
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
  /** sandbox: test payments are meant, also where others reach the shop or where real money was taken before. */
  PAYMENTS: optionalText.pipe(z.enum(["sandbox"], "must be sandbox or empty").optional()),
  /** The payment providers' keys and what else they read. */
  ...forEachVariable(optionalText),
  /** Whom backups are encrypted for (age), separated by commas; nobody: they are not. */
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
 * Whether demo data, and with it sign-ins whose password anybody knows, belongs here: where it is asked for, else on
 * an embedded database; never where others come or real money moves.
 */
export function wantsDemoData(environment: Environment, embedded = environment.EMBEDDED_DATABASE): boolean {
  const setting = environment.DEMO_DATA ?? (embedded ? "on" : "off");
  return setting === "on" && !isReachable(environment) && !isLive(environment);
}

/** Shared by the server's bundle and what start.ts runs beside it. */
const holder = globalThis as { shopEnvironment?: Environment };

/** The environment as it is now holds until the process ends: a web process asks for it several times a request. */
export function keepEnvironment(): void {
  holder.shopEnvironment = readEnvironment();
}

/** Mistakes in the environment, each in one sentence that a person can act on, and on a line of its own. */
export class EnvironmentError extends Error {}

/**
 * Reads and checks the environment.
 * @throws EnvironmentError naming every variable that is wrong.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  if (source === process.env && holder.shopEnvironment) return holder.shopEnvironment;
  const parsed = environmentSchema.safeParse(source);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}.`);
    throw new EnvironmentError(mistakes.join("\n"));
  }
  const mistakes = mistakesIn(parsed.data);
  if (mistakes.length > 0) throw new EnvironmentError(mistakes.join("\n"));
  return parsed.data;
}

/** What no variable shows by itself: each mistake in a sentence. */
function mistakesIn(environment: Environment): string[] {
  const mistakes = providerMistakes(environment);
  if (environment.DEMO_DATA === "on" && isLive(environment)) {
    mistakes.push("DEMO_DATA must not be on while live payment keys are set.");
  }
  if (environment.DEMO_DATA === "on" && isReachable(environment)) {
    mistakes.push(
      "DEMO_DATA must not be on where others reach the shop (PUBLIC_URL, HOST): everybody knows its passwords.",
    );
  }
  if (environment.PAYMENTS === "sandbox" && !usesStandIns(environment)) {
    mistakes.push(
      `PAYMENTS must not be sandbox while ${mainProvider.keys[0]} is set: remove one of the two.`,
    );
  }
  if (environment.RATE_LIMIT_FACTOR === 0 && environment.NODE_ENV === "production" && isPublic(environment)) {
    mistakes.push("RATE_LIMIT_FACTOR must not be 0 on a public address (PUBLIC_URL).");
  }
  return mistakes;
}

/** Real money and played money never come to one till: the main provider's stand-in would go on beside it. */
function providerMistakes(environment: Environment): string[] {
  return providerProfiles.flatMap(({ name, mistakesIn, takesRealMoney }) => {
    const mistakes = mistakesIn(environment);
    if (takesRealMoney(environment) && usesStandIns(environment)) {
      mistakes.push(`${mainProvider.keys[0]} must be set when ${name} takes real money.`);
    }
    return mistakes;
  });
}

/** Live means that real money moves. */
export function isLive(environment: Variables): boolean {
  return providerProfiles.some(({ takesRealMoney }) => takesRealMoney(environment));
}

/** Whether shoppers elsewhere reach this shop, as far as its address tells. */
export function isPublic({ PUBLIC_URL }: Pick<Environment, "PUBLIC_URL">): boolean {
  return PUBLIC_URL !== undefined && !isThisMachine(new URL(PUBLIC_URL).hostname);
}

/** Whether anybody but this machine reaches this shop, as far as the environment tells: by its address, or in the network. */
export function isReachable(environment: Pick<Environment, "PUBLIC_URL" | "HOST">): boolean {
  return isPublic(environment) || !isThisMachine(environment.HOST);
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
}
