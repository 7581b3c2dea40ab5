import pg from "pg";
import { inject } from "vitest";
import { withDatabase } from "#server/testing/database.ts";
import { secondsAhead } from "./model-time.ts";

/** What stays from one sequence to the next: products, people, settings, texts. */
const KEPT = [
  ...["blog_post", "counter", "faq_entry", "media_file", "mikro_orm_migrations", "model_clock"],
  ...["product", "shop_secret", "store_setting", "user_account"],
];

/** Column defaults follow the model's clock. */
const moveDefaults = `
  create table public.model_clock (seconds double precision not null);
  insert into public.model_clock values (0);
  grant all on public.model_clock to shop;
  create function public.model_now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + make_interval(secs => (select seconds from public.model_clock)) $$;
  do $$
  declare found record;
  begin
    for found in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()'
    loop
      execute format('alter table public.%I alter column %I set default public.model_now()',
        found.table_name, found.column_name);
    end loop;
  end $$`;

export type Row = Record<string, unknown>;

/** The model's own connection to the test's database, as the superuser, to inspect and clean up. */
export class ModelDatabase {
  readonly #client: pg.Client;
  #tables: string[] = [];
  #cleared = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<ModelDatabase> {
    const connectionString = withDatabase(inject("adminUrl"), new URL(url).pathname.slice(1));
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    await client.connect();
    await client.query(moveDefaults);
    const database = new ModelDatabase(client);
    const tables = await database.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where (schemaname = 'public' and not tablename = any($1)) or tablename = '_private_jobs'`,
      [KEPT],
    );
    database.#tables = tables.map(({ name }) => name);
    return database;
  }

  async rows<Found extends Row = Row>(statement: string, values: unknown[] = []): Promise<Found[]> {
    return (await this.#client.query<Found>(statement, values)).rows;
  }

  async keepTime(): Promise<void> {
    await this.rows("update model_clock set seconds = $1", [secondsAhead()]);
  }

  /** Ends the connections of a dead process, so that its open transactions roll back. */
  async cutOff(process: string): Promise<void> {
    const statement = `select pg_terminate_backend(pid, 5000) from
      (select pid from pg_stat_activity where application_name = $1 offset 0) connected`;
    while ((await this.rows(statement, [process])).length > 0);
  }

  /** Deletes everything but the kept tables, and people with ids above this. Triggers are off. */
  async clear(lastUser: number): Promise<void> {
    this.#cleared += 1;
    const deletes = this.#tables.map((table) => `delete from ${table}`).join("; ");
    await this.#client.query(`set session_replication_role = replica; ${deletes};
      update counter set value = 0; delete from user_account where id > ${lastUser}; set session_replication_role = origin`);
    if (this.#cleared % 100 === 0) await this.#client.query("vacuum");
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
