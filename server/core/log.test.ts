import { afterEach, describe, expect, it, vi } from "vitest";
import { testContext } from "#server/testing/factories.ts";
import { log } from "./log.ts";

const person = "whoever@private.example";

/** What the log says of the error that this statement causes. */
async function saidOf(statement: string, values: string[]): Promise<string> {
  let output = "";
  vi.stubEnv("LOG_LEVEL", "");
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const { em } = await testContext();
  try {
    await em.execute(statement, values);
  } catch (error) {
    log("error", "refused", { error });
  }
  return output;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the log", () => {
  it.each([
    [
      "is there twice",
      "insert into user_account (name, email, username) values ('A', ?, 'log-1'), ('B', ?, 'log-2')",
      "user_email_unique",
    ],
    [
      "lacks something",
      "insert into user_account (name, email, username) values (null, ?, ?)",
      "null value in column",
    ],
    ["is no number", "select ?::text::integer, ?", "invalid input syntax for type integer"],
  ])("says what was wrong with a row that %s, and not what was in it", async (_how, statement, reason) => {
    const output = await saidOf(statement, [person, person]);
    expect(output).toContain(reason);
    expect(output).not.toContain(person);
    expect(JSON.parse(output).error.stack).toMatch(/\n\s+at /);
  });

  it("of the embedded PostgreSQL has neither refused statements nor the values in them", async () => {
    const { em } = await testContext();
    const [row] = await em.execute(
      "select current_setting('log_min_error_statement') as statements, current_setting('log_error_verbosity') as verbosity",
    );
    expect(row).toEqual({ statements: "panic", verbosity: "terse" });
  });
});
