import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Load } from "../load.ts";
import { type BareBuyer, POOL_SIZE } from "./bare-buyer.ts";
import { pgbenchScript } from "./pgbench-script.ts";
import type { RecordedStatement } from "./recorded-order.ts";

const run = promisify(execFile);
/** Beyond what a run was to take. */
const PATIENCE_MS = 60_000;

/** The yardstick of an order as the issue has it: the shop's statements, played by pgbench on the same rows. */
export class PgbenchBuyer implements Pick<BareBuyer, "place" | "load" | "leave" | "name"> {
  readonly name: string;
  readonly #program: string;
  readonly #folder: string;
  readonly #parameters: string[];

  private constructor(program: string, name: string, folder: string, parameters: string[]) {
    this.#program = program;
    this.name = name;
    this.#folder = folder;
    this.#parameters = parameters;
  }

  /** Writes a script for each order into a folder of its own inside the one given. */
  static async open(
    program: string,
    { folder, url, orders }: { folder: string; url: string; orders: readonly RecordedStatement[][] },
  ): Promise<PgbenchBuyer> {
    const own = await mkdtemp(path.join(folder, "pgbench-"));
    const files = await Promise.all(
      orders.map(async (order, index) => {
        const file = path.join(own, `order-${index}.sql`);
        await writeFile(file, pgbenchScript(order));
        return ["--file", file];
      }),
    );
    const { stdout } = await run(program, ["--version"]);
    const connections = ["--client", String(POOL_SIZE), "--jobs", "2", "--no-vacuum", "--protocol", "simple"];
    return new PgbenchBuyer(program, stdout.trim(), own, [...connections, ...files.flat(), url]);
  }

  /** @returns how many orders there were, which all connections have the same part in */
  async place(least: number): Promise<number> {
    const each = Math.ceil(least / POOL_SIZE);
    await this.#play(["--transactions", String(each)]);
    return each * POOL_SIZE;
  }

  async load(seconds: number): Promise<Load> {
    const before = new Set(await readdir(this.#folder));
    const prefix = path.join(this.#folder, "times");
    await this.#play(["--time", String(Math.ceil(seconds)), "--log", "--log-prefix", prefix], seconds);
    const logs = (await readdir(this.#folder)).filter(
      (name) => name.startsWith("times") && !before.has(name),
    );
    const texts = await Promise.all(logs.map((name) => readFile(path.join(this.#folder, name), "utf8")));
    await Promise.all(logs.map((name) => rm(path.join(this.#folder, name))));
    // Its lines: client, number, microseconds (or that it failed), script, and when it ended.
    const latencies = texts
      .flatMap((text) => text.trim().split("\n"))
      .map((line) => Number(line.split(" ")[2]));
    const times = latencies.filter(Number.isFinite).map((microseconds) => microseconds / 1000);
    times.sort((a, b) => a - b);
    return {
      count: times.length,
      perSecond: times.length / Math.ceil(seconds),
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
      errors: latencies.length - times.length,
    };
  }

  async leave(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @throws Error with what pgbench says when a statement of an order fails: it ends then with another code than 0. */
  async #play(parameters: string[], seconds = 0): Promise<void> {
    await run(this.#program, [...parameters, ...this.#parameters], {
      timeout: seconds * 1000 + PATIENCE_MS,
      maxBuffer: 64 * 2 ** 20,
    });
  }
}
