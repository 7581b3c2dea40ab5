import type pg from "pg";
import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { withConnection } from "#server/testing/database.ts";

/** On the database that a shop has in its own data. */
async function withDatabase<Result>(dataDir: string, work: (client: pg.Client) => Promise<Result>) {
  return withConnection((await joinEmbeddedPostgres(dataDir))?.url ?? "", work);
}

/**
 * Puts a text into every column that holds sentences and has none of these yet, no matter who may write them: what the
 * shop itself writes today, people may write tomorrow. The HTML of mails is HTML.
 */
export function plantSentences(dataDir: string, script: (name: string) => string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    const { rows: columns } = await client.query<{ table: string; column: string; longest: number | null }>(
      `select quote_ident(c.table_name) as table, quote_ident(c.column_name) as column,
              c.character_maximum_length as longest
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name <> 'html'
         and c.data_type in ('text', 'character varying') and coalesce(c.character_maximum_length, 200) >= 60
         and not exists (select from pg_attribute a
           where a.attrelid = c.table_name::regclass and a.attname = c.column_name and (a.attgenerated <> ''
             or exists (select from pg_constraint k where k.conrelid = a.attrelid and k.conkey @> array[a.attnum])
             or exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey))))`,
    );
    for (const { table, column, longest } of columns) {
      await client.query(
        `update ${table} set ${column} = left($1, ${longest ?? 200})
          where exists (select from ${table} where ${column} like '% %')
            and not exists (select from ${table} where strpos(${column}, 'xss-') > 0)`,
        [script(`${table}-${column}`)],
      );
    }
  });
}

/** Texts in an order's rows that only staff with a strange name or a bank could write. */
export function plantRows(dataDir: string, orderId: number, script: (name: string) => string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query("update audit_entry set actor_name = $1", [script("actor")]);
    const mark = { at: new Date().toISOString(), by: script("opener") };
    await client.query(
      `insert into shop_opening (id, texts_read, mail_test, payments_check, opened) values (1, $1, $2, $4, $3)
       on conflict (id) do update set texts_read = $1, mail_test = $2, payments_check = $4, opened = $3`,
      [
        JSON.stringify({ "/terms": mark }),
        JSON.stringify({ to: script("mail"), sentAt: mark.at, arrivedAt: null }),
        JSON.stringify(mark),
        JSON.stringify({ ...mark, providers: {} }),
      ],
    );
    const claim = { figure: script("figure"), says: script("says"), source: script("source"), checkedOn: "" };
    await client.query(
      `insert into store_setting (id, values, tab_saves, version, statements) values (1, '{}', '{}', 1, $1)
       on conflict (id) do update set statements = $1`,
      [JSON.stringify({ claims: { moisture: claim } })],
    );
    await client.query(
      `insert into newsletter_issue (slug, subject, body, state, started_at)
       values ('planted', $1, $2, 'sent', now())`,
      [script("issue"), script("newsletter")],
    );
    // Only a browser with an authenticator can add one.
    await client.query(
      `insert into passkey (user_id, name, credential_id, public_key)
       select id, $1, 'planted-' || id, 'none' from user_account`,
      [script("passkey")],
    );
    const guide = { type: "guide", title: script("document"), date: null, url: "/documents/none/none.pdf" };
    await client.query("update product set documents = $1 where id = 1", [JSON.stringify([guide])]);
    const answers = {
      ...{ access: "rigid", tailLift: false, forklift: false, somebodyThere: true },
      badDays: script("days"),
    };
    await client.query("update parcel set packed_by = $1", [script("packer")]);
    await client.query("update customer_order set delivery = $1 where id = $2", [
      JSON.stringify({ id: "standard", label: script("delivery"), price: 0, driver: answers }),
      orderId,
    ]);
    await client.query("update order_event set actor_name = $1 where order_id = $2", [
      script("staff"),
      orderId,
    ]);
    await client.query(
      `insert into failed_order (customer_name, customer_email, total_amount, payment_method, error_message, attempted_at)
       values ($1, 'eve@example.com', 100, 'stripe', $2, now())`,
      [script("failed"), script("declined")],
    );
    await client.query(
      `insert into refund (key, order_id, amount, reason, source, status)
       values ('planted', $1, 1, $2, 'staff', 'succeeded')`,
      [orderId, script("refund")],
    );
    const line = {
      lineId: 1,
      productId: 1,
      quantity: 1,
      sent: 0,
      back: 0,
      mixedIntoSoil: true,
      unsealed: false,
    };
    await client.query(
      `insert into withdrawal (order_id, key, lines, reason, submitted_at, closed_at, closing_note)
       values ($1, 'planted', $2, $3, now(), now(), $4)`,
      [
        orderId,
        JSON.stringify([{ ...line, productName: script("withdrawn") }]),
        script("withdrawal reason"),
        script("closing note"),
      ],
    );
    await client.query(
      `insert into batch (product_id, code, made_on, feedstock, feedstock_origin, kiln_celsius, grams_made, status,
                          quarantine_reason, credit_status, credits_issued_to, certification_class, certificate_number)
       values (1, 'PLANTED-1', '2026-01-05', $1, $2, 550, 1000000000, 'open', $3, 'issued', $4, 'agro', $5)`,
      [
        script("feedstock"),
        script("origin"),
        script("quarantine"),
        script("holder"),
        script("certificate number"),
      ],
    );
    await client.query(
      `insert into batch_analysis (batch_id, key, laboratory, analysed_on, organic_carbon, entered_by)
       select id, 'planted', $1, made_on, 8000, $2 from batch where code = 'PLANTED-1'`,
      [script("laboratory"), script("entered")],
    );
    await client.query(
      `insert into batch_write_off (batch_id, key, grams, reason, written_off_by)
       select id, 'planted', 1, $1, $2 from batch where code = 'PLANTED-1'`,
      [script("spilt"), script("spiller")],
    );
    await client.query(
      `insert into use_statement (order_id, use, used_as) values ($1, 'other', $2)
       on conflict (order_id) do update set used_as = $2`,
      [orderId, script("used as")],
    );
    await client.query(
      `insert into staff_note (order_id, key, text, author_name) values ($1, gen_random_uuid()::text, $2, $3)`,
      [orderId, script("written"), script("writer")],
    );
    await client.query(
      `insert into correction_note (order_id, kind, number, reason, content, issued_at)
       values ($1, 'credit', 'PLANTED', $2, '{"seller": {}, "lines": []}', now())`,
      [orderId, script("note")],
    );
  });
}
