import pg from "pg";
import { joinEmbeddedPostgres } from "../../db/embedded-postgres.ts";

/**
 * Columns that cannot contain anybody's text, with the reason. Those that the database restricts to fixed words (by a
 * check of that column alone) need no entry.
 */
const nobodysWords: Record<string, string[]> = {
  "made at random, or a hash": [
    ...["account_token.token_hash", "api_key.beginning", "api_key.token_hash", "idempotent_request.key_hash"],
    ...["batch_analysis.document_hash", "batch_analysis.key", "batch_write_off.key"],
    ...[
      "signing_key.id",
      "signing_key.public_key_multibase",
      "signing_key.private_key",
      "carbon_statement.key_id",
    ],
    ...["enquiry_answer.key", "staff_note.key", "withdrawal.key"],
    ...[
      "idempotent_request.fingerprint",
      "media_document.hash",
      "media_file.hash",
      "newsletter_subscriber.code_hash",
    ],
    ...["passkey.credential_id", "passkey.public_key", "used_passkey_challenge.challenge_hash"],
    ...["pending_sign_in.password_mark", "pending_sign_in.token_hash", "recovery_code.code_hash"],
    ...["shop_secret.value", "two_factor.secret", "user_account.password_hash", "user_session.token_hash"],
    "audit_entry.request_id",
  ],
  "words and numbers of the shop's own": [
    ...["audit_entry.action", "audit_entry.area", "api_key.permissions", "counter.name"],
    ...["customer_order.vat_invoice_number", "idempotent_request.headers", "mikro_orm_migrations.name"],
    ...["newsletter_subscriber.consent_source", "newsletter_subscriber.consent_wording", "order_event.kind"],
    "stock_alert.consent_wording",
    ...["outbox_email.failure_message", "outbox_email.key", "outbox_email.template"],
    ...["outbox_email.unsubscribe_url"],
    ...[
      "provider_event.outcome",
      "correction_note.number",
      "refund.key",
      "refund.restock",
      "shop_secret.name",
    ],
    ...["store_setting.tab_saves", "user_account.email_consent_source", "user_account.email_consent_wording"],
    ...["user_session.address", "user_session.user_agent", "passkey.transports", "checkout.held_by"],
    ...["demo_record.table_name", "demo_record.record_id"],
    ...["customer_order.collection_code", "product.packaging"],
    "order_line.per_measure",
  ],
  "made of letters and digits alone, by a schema": [
    ...["audit_entry.currency", "failed_order.currency"],
    ...["checkout.currency", "checkout.requested_invoice_number", "customer_order.currency"],
    ...["customer_order.invoice_number", "customer_order.retry_key", "payment.currency", "product.slug"],
    ...["newsletter_issue.slug", "search_word.word", "trade_list.code", "user_account.trade_list_code"],
    ...["customer_order.transaction_id", "payment.provider_payment_id", "payment.provider_session_id"],
    ...["dispute.provider_dispute_id", "refund.provider_refund_id", "provider_event.event_id"],
    ...["provider_event.type", "provider_event.waits_for", "payment_warning.provider_warning_id"],
  ],
  "the first half of a postcode, or a registry's id, by a schema": [
    ...["use_statement.outward_code", "use_statement.production_batch_id", "use_statement.storage_site_id"],
  ],
  "letters, digits and hyphens, as it is stored": ["batch_analysis.document_name"],
  "metals by their symbols, by a schema": ["batch_analysis.metals"],
  "made by the shop of numbers": [
    ...["carbon_statement.credential", "carbon_statement.method", "carbon_statement.revoked_because"],
  ],
  "shown in words of the shop's own": ["dispute.reason", "payment_warning.reason"],
  "one of a list, by a schema": [
    ...[
      "customer_order.shipping_country",
      "user_account.acquisition_source",
      "user_account.customer_segment",
    ],
    ...["user_account.customer_type", "user_account.preferred_contact_method"],
    ...["checkout.payment_method", "customer_order.payment_method", "failed_order.payment_method"],
    ...["dispute.provider", "payment.provider", "provider_event.provider"],
  ],
  "made of outbox_email.props when the mail is sent": ["outbox_email.html", "outbox_email.text"],
  "an email address, by a schema": [
    ...["account_token.email", "enquiry.email"],
    ...["customer_order.customer_email", "failed_order.customer_email", "newsletter_subscriber.email"],
    ...["outbox_email.recipient", "outbox_email.reply_to", "staff_note.email", "user_account.email"],
    "stock_alert.email",
  ],
  "the address of a picture, by a schema": [
    "blog_post.image_url",
    "product.image_url",
    "product.more_pictures",
  ],
  "kept for the books, and shown nowhere": [
    ...["audit_entry.before", "checkout.details", "checkout.snapshot", "customer_order.claimed"],
    ...[
      "idempotent_request.body",
      "order_line.price_set_by",
      "refund.requested_by",
      "payment.details",
      "payment.failure_message",
      "payment.snapshot",
      "provider_event.payload",
    ],
    ...["rate_limit.key", "correction_note.content", "refund.failure_message"],
  ],
};

async function withDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await joinEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: database?.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Text columns of people and providers in which no row contains such a text. */
export function columnsWithout(text: string, dataDir: string): Promise<string[]> {
  return withDatabase(dataDir, async (client) => {
    const { rows: columns } = await client.query<{ place: string; table: string; column: string }>(
      `select c.table_name || '.' || c.column_name as place,
              quote_ident(c.table_name) as table, quote_ident(c.column_name) as column
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       -- A view has no text of its own.
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'json', 'jsonb')
         and not exists (select from pg_constraint k
           join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
           where k.contype = 'c' and k.conrelid = c.table_name::regclass and a.attname = c.column_name)
       order by 1`,
    );
    const explained = new Set(Object.values(nobodysWords).flat());
    const without: string[] = [];
    for (const { place, table, column } of columns) {
      if (explained.has(place)) continue;
      const { rowCount } = await client.query(
        `select 1 from ${table} where strpos(${column}::text, $1) > 0 limit 1`,
        [text],
      );
      if (rowCount === 0) without.push(place);
    }
    return without;
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
      `insert into refund (key, order_id, amount, reason, source, status, restock)
       values ('planted', $1, 1, $2, 'staff', 'succeeded', '[]')`,
      [orderId, script("refund")],
    );
    const line = { lineId: 1, productId: 1, quantity: 1, mixedIntoSoil: true, unsealed: false };
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
