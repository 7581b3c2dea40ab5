import { Migration } from '@mikro-orm/migrations';

export class Migration20261121065657 extends Migration {

  override name = 'Migration20261121065657';

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists pg_trgm;`);

    this.addSql(`create table "rate_limit" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint, primary key ("key"));`);

    this.addSql(`create table "counter" ("name" varchar(50) not null, "value" int not null default 0, primary key ("name"));`);

    this.addSql(`create table "outbox_email" ("id" serial primary key, "key" varchar(200) not null, "template" varchar(50) not null, "recipient" varchar(254) not null, "subject" varchar(300) not null, "html" text not null, "text" text not null, "created_at" timestamptz not null default now(), "sent_at" timestamptz null, "failure_message" varchar(500) null);`);
    this.addSql(`alter table "outbox_email" add constraint "outbox_email_key_unique" unique ("key");`);
    this.addSql(`create index "outbox_email_created_index" on "outbox_email" ("created_at");`);

    this.addSql(`create table "product" ("id" serial primary key, "name" varchar(200) not null, "slug" varchar(200) not null, "description" text not null, "price" int not null, "sale_price" int null, "on_sale" boolean not null default false, "current_price" int generated always as (case when on_sale then sale_price else price end) stored not null, "category" varchar(100) not null, "image_url" varchar(500) not null, "stock_quantity" int not null default 0, "held_quantity" int not null default 0, "is_bestseller" boolean not null default false, "is_new" boolean not null default false, "tax_rate" int null, "show_on_home" boolean not null default true, "archived_at" timestamptz null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "product" add constraint "product_slug_unique" unique ("slug");`);
    this.addSql(`create index "product_name_index" on "product" ("name", "id");`);
    this.addSql(`create index "product_price_index" on "product" ("current_price", "id");`);
    this.addSql(`create index "product_category_index" on "product" ("category", "name", "id");`);
    this.addSql(`create index product_search_index on product using gin (lower(name || ' ' || description) gin_trgm_ops);`);

    this.addSql(`create table "provider_event" ("id" serial primary key, "provider" text not null, "event_id" varchar(200) not null, "type" varchar(100) not null, "payload" jsonb not null, "outcome" varchar(30) null, "received_at" timestamptz not null default now(), "processed_at" timestamptz null);`);
    this.addSql(`create index "provider_event_received_index" on "provider_event" ("received_at");`);
    this.addSql(`alter table "provider_event" add constraint "provider_event_unique" unique ("provider", "event_id");`);

    this.addSql(`create table "sandbox_object" ("id" varchar(200) not null, "provider" varchar(20) not null, "kind" varchar(50) not null, "body" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`);
    this.addSql(`create index "sandbox_object_kind_index" on "sandbox_object" ("provider", "kind", "created_at");`);

    this.addSql(`create table "shop_secret" ("name" varchar(50) not null, "value" varchar(200) not null, "created_at" timestamptz not null default now(), primary key ("name"));`);

    this.addSql(`create table "store_setting" ("id" int not null, "values" jsonb not null, "saved_tabs" jsonb not null, "version" int not null default 1, "updated_at" timestamptz not null default now(), primary key ("id"));`);

    this.addSql(`create table "user_account" ("id" serial primary key, "name" varchar(200) not null, "email" varchar(254) not null, "username" varchar(100) not null, "password_hash" varchar(200) null, "role" text not null default 'customer', "is_verified" boolean not null default false, "has_research_access" boolean not null default false, "is_active" boolean not null default true, "phone" varchar(50) not null default '', "address" varchar(500) not null default '', "city" varchar(100) not null default '', "postcode" varchar(20) not null default '', "country" varchar(100) not null default '', "company_name" varchar(200) not null default '', "customer_type" varchar(30) not null default 'individual', "customer_segment" varchar(30) null, "industry" varchar(200) not null default '', "land_size" numeric(12,2) null, "crop_types" varchar(500) not null default '', "biochar_applications" varchar(500) not null default '', "lead_score" int null, "opening_lifetime_value" int not null default 0, "acquisition_source" varchar(30) null, "tags" varchar(500) not null default '', "notes" text not null default '', "email_opt_in" boolean not null default false, "sms_opt_in" boolean not null default false, "preferred_contact_method" varchar(20) null, "sustainability_goals" text not null default '', "carbom_reduction_target" numeric(5,2) null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`create unique index user_email_unique on user_account (lower(email));`);
    this.addSql(`create unique index user_username_unique on user_account (lower(username));`);
    this.addSql(`create index "user_created_index" on "user_account" ("created_at", "id");`);

    this.addSql(`create table "user_session" ("id" uuid not null default gen_random_uuid(), "token_hash" varchar(64) not null, "user_id" int not null, "user_agent" varchar(300) not null default '', "address" varchar(64) not null default '', "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "expires_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "user_session" add constraint "session_token_unique" unique ("token_hash");`);
    this.addSql(`create index "session_user_index" on "user_session" ("user_id");`);
    this.addSql(`create index "session_expires_index" on "user_session" ("expires_at");`);

    this.addSql(`create table "cart" ("id" uuid not null, "user_id" int null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`);
    this.addSql(`create index "cart_user_index" on "cart" ("user_id");`);
    this.addSql(`create index "cart_updated_index" on "cart" ("updated_at");`);

    this.addSql(`create table "checkout" ("id" uuid not null, "cart_id" uuid null, "user_id" int null, "status" text not null default 'open', "version" int not null default 1, "snapshot" jsonb null, "details" jsonb null, "total_amount" int not null, "currency" varchar(3) not null default 'gbp', "payment_method" text not null default 'stripe', "requested_invoice_number" varchar(20) null, "hold_expires_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`);
    this.addSql(`create index "checkout_cart_index" on "checkout" ("cart_id");`);
    this.addSql(`create index "checkout_open_index" on "checkout" ("status", "hold_expires_at");`);

    this.addSql(`create table "stock_hold" ("id" serial primary key, "checkout_id" uuid not null, "product_id" int not null, "quantity" int not null, "expires_at" timestamptz not null);`);
    this.addSql(`create index "stock_hold_product_index" on "stock_hold" ("product_id");`);
    this.addSql(`create index "stock_hold_expires_index" on "stock_hold" ("expires_at");`);
    this.addSql(`alter table "stock_hold" add constraint "stock_hold_checkout_product_unique" unique ("checkout_id", "product_id");`);

    this.addSql(`create table "payment" ("id" serial primary key, "checkout_id" uuid not null, "provider" text not null, "provider_payment_id" varchar(100) not null, "provider_session_id" varchar(200) null, "amount" int not null, "snapshot" jsonb null, "amount_received" int not null default 0, "currency" varchar(3) not null default 'gbp', "status" text not null default 'created', "failure_message" varchar(500) null, "failed_attempts" int not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`create index "payment_checkout_index" on "payment" ("checkout_id");`);
    this.addSql(`create index "payment_session_index" on "payment" ("provider_session_id");`);
    this.addSql(`create index "payment_status_index" on "payment" ("status", "updated_at");`);
    this.addSql(`alter table "payment" add constraint "payment_provider_id_unique" unique ("provider", "provider_payment_id");`);

    this.addSql(`create table "customer_order" ("id" serial primary key, "checkout_id" uuid null, "invoice_number" varchar(20) not null, "vat_invoice_number" varchar(30) not null, "customer_id" int null, "customer_name" varchar(200) not null, "customer_email" varchar(254) not null, "customer_phone" varchar(50) not null default '', "customer_address" varchar(1000) not null, "billing_address" jsonb not null, "shipping_address" jsonb not null, "shipping_country" varchar(100) not null, "subtotal" int not null, "tax_amount" int not null, "vat_due" int not null, "shipping_cost" int not null, "total_amount" int not null, "currency" varchar(3) not null default 'gbp', "status" text not null default 'pending', "payment_method" text not null, "transaction_id" varchar(100) null, "paid_at" timestamptz null, "is_backorder" boolean not null default false, "delivery_to_be_agreed" boolean not null default false, "claimed" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now());`);
    this.addSql(`alter table "customer_order" add constraint "order_invoice_number_unique" unique ("invoice_number");`);
    this.addSql(`alter table "customer_order" add constraint "order_vat_invoice_number_unique" unique ("vat_invoice_number");`);
    this.addSql(`create index "order_customer_index" on "customer_order" ("customer_id");`);
    this.addSql(`create index "order_created_index" on "customer_order" ("created_at", "id");`);
    this.addSql(`create index "order_status_index" on "customer_order" ("status", "created_at", "id");`);
    this.addSql(`create index order_email_index on customer_order (lower(customer_email));`);
    this.addSql(`alter table "customer_order" add constraint "order_payment_unique" unique ("payment_method", "transaction_id");`);
    this.addSql(`alter table "customer_order" add constraint "order_checkout_unique" unique ("checkout_id");`);

    this.addSql(`create table "order_line" ("id" serial primary key, "order_id" int not null, "product_id" int not null, "product_name" varchar(200) not null, "quantity" int not null, "unit_price" int not null, "line_total" int not null, "vat_rate" int not null, "vat_due" int not null);`);
    this.addSql(`create index "order_line_order_index" on "order_line" ("order_id");`);
    this.addSql(`create index "order_line_product_index" on "order_line" ("product_id");`);

    this.addSql(`create table "order_event" ("id" serial primary key, "order_id" int not null, "kind" varchar(50) not null, "message" varchar(500) not null, "actor_name" varchar(200) null, "created_at" timestamptz not null default now());`);
    this.addSql(`create index "order_event_order_index" on "order_event" ("order_id");`);

    this.addSql(`create table "failed_order" ("id" serial primary key, "checkout_id" uuid null, "customer_name" varchar(200) not null, "customer_email" varchar(254) not null, "total_amount" int not null, "payment_method" text not null, "error_message" varchar(500) not null, "resolved_at" timestamptz null, "attempted_at" timestamptz not null, "created_at" timestamptz not null default now());`);
    this.addSql(`alter table "failed_order" add constraint "failed_order_checkout_unique" unique ("checkout_id");`);
    this.addSql(`create index "failed_order_created_index" on "failed_order" ("created_at");`);

    this.addSql(`create table "cart_line" ("id" serial primary key, "cart_id" uuid not null, "product_id" int not null, "quantity" int not null, "added_at" timestamptz not null default now());`);
    this.addSql(`alter table "cart_line" add constraint "cart_line_cart_product_unique" unique ("cart_id", "product_id");`);

    this.addSql(`alter table "product" add constraint "product_stock_not_negative" check (stock_quantity >= 0);`);
    this.addSql(`alter table "product" add constraint "product_held_not_negative" check (held_quantity >= 0);`);
    this.addSql(`alter table "product" add constraint "product_price_positive" check (price > 0 and (sale_price is null or sale_price > 0));`);
    this.addSql(`alter table "product" add constraint "product_sale_has_price" check (not on_sale or sale_price is not null);`);

    this.addSql(`alter table "provider_event" add constraint "provider_event_provider_check" check ("provider" in ('stripe', 'paypal'));`);

    this.addSql(`alter table "store_setting" add constraint "store_setting_single_row" check (id = 1);`);

    this.addSql(`alter table "user_account" add constraint "user_account_role_check" check ("role" in ('customer', 'shop_manager', 'administrator'));`);

    this.addSql(`alter table "user_session" add constraint "user_session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`);

    this.addSql(`alter table "cart" add constraint "cart_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`);

    this.addSql(`alter table "checkout" add constraint "checkout_cart_id_foreign" foreign key ("cart_id") references "cart" ("id") on delete set null;`);
    this.addSql(`alter table "checkout" add constraint "checkout_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;`);
    this.addSql(`alter table "checkout" add constraint "checkout_status_check" check ("status" in ('open', 'paying', 'paid', 'expired', 'cancelled'));`);
    this.addSql(`alter table "checkout" add constraint "checkout_payment_method_check" check ("payment_method" in ('stripe', 'paypal'));`);

    this.addSql(`alter table "stock_hold" add constraint "stock_hold_checkout_id_foreign" foreign key ("checkout_id") references "checkout" ("id") on delete cascade;`);
    this.addSql(`alter table "stock_hold" add constraint "stock_hold_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`);
    this.addSql(`alter table "stock_hold" add constraint "stock_hold_quantity_positive" check (quantity > 0);`);

    this.addSql(`alter table "payment" add constraint "payment_checkout_id_foreign" foreign key ("checkout_id") references "checkout" ("id");`);
    this.addSql(`alter table "payment" add constraint "payment_provider_check" check ("provider" in ('stripe', 'paypal'));`);
    this.addSql(`alter table "payment" add constraint "payment_status_check" check ("status" in ('created', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded'));`);

    this.addSql(`alter table "customer_order" add constraint "customer_order_checkout_id_foreign" foreign key ("checkout_id") references "checkout" ("id") on delete set null;`);
    this.addSql(`alter table "customer_order" add constraint "customer_order_customer_id_foreign" foreign key ("customer_id") references "user_account" ("id") on delete set null;`);
    this.addSql(`alter table "customer_order" add constraint "customer_order_status_check" check ("status" in ('pending', 'processing', 'completed', 'cancelled'));`);
    this.addSql(`alter table "customer_order" add constraint "customer_order_payment_method_check" check ("payment_method" in ('stripe', 'paypal', 'cash', 'card', 'bank_transfer', 'account'));`);

    this.addSql(`alter table "order_line" add constraint "order_line_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);
    this.addSql(`alter table "order_line" add constraint "order_line_product_id_foreign" foreign key ("product_id") references "product" ("id");`);
    this.addSql(`alter table "order_line" add constraint "order_line_quantity_positive" check (quantity > 0);`);

    this.addSql(`alter table "order_event" add constraint "order_event_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);

    this.addSql(`alter table "failed_order" add constraint "failed_order_checkout_id_foreign" foreign key ("checkout_id") references "checkout" ("id") on delete set null;`);
    this.addSql(`alter table "failed_order" add constraint "failed_order_payment_method_check" check ("payment_method" in ('stripe', 'paypal'));`);

    this.addSql(`alter table "cart_line" add constraint "cart_line_cart_id_foreign" foreign key ("cart_id") references "cart" ("id") on delete cascade;`);
    this.addSql(`alter table "cart_line" add constraint "cart_line_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;`);
    this.addSql(`alter table "cart_line" add constraint "cart_line_quantity_range" check (quantity between 1 and 99);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rate_limit";`);
    this.addSql(`alter table "stock_hold" drop constraint "stock_hold_product_id_foreign";`);
    this.addSql(`alter table "order_line" drop constraint "order_line_product_id_foreign";`);
    this.addSql(`alter table "cart_line" drop constraint "cart_line_product_id_foreign";`);
    this.addSql(`alter table "user_session" drop constraint "user_session_user_id_foreign";`);
    this.addSql(`alter table "cart" drop constraint "cart_user_id_foreign";`);
    this.addSql(`alter table "checkout" drop constraint "checkout_user_id_foreign";`);
    this.addSql(`alter table "customer_order" drop constraint "customer_order_customer_id_foreign";`);
    this.addSql(`alter table "checkout" drop constraint "checkout_cart_id_foreign";`);
    this.addSql(`alter table "cart_line" drop constraint "cart_line_cart_id_foreign";`);
    this.addSql(`alter table "stock_hold" drop constraint "stock_hold_checkout_id_foreign";`);
    this.addSql(`alter table "payment" drop constraint "payment_checkout_id_foreign";`);
    this.addSql(`alter table "customer_order" drop constraint "customer_order_checkout_id_foreign";`);
    this.addSql(`alter table "failed_order" drop constraint "failed_order_checkout_id_foreign";`);
    this.addSql(`alter table "order_line" drop constraint "order_line_order_id_foreign";`);
    this.addSql(`alter table "order_event" drop constraint "order_event_order_id_foreign";`);

    this.addSql(`drop table if exists "counter" cascade;`);
    this.addSql(`drop table if exists "outbox_email" cascade;`);
    this.addSql(`drop table if exists "product" cascade;`);
    this.addSql(`drop table if exists "provider_event" cascade;`);
    this.addSql(`drop table if exists "sandbox_object" cascade;`);
    this.addSql(`drop table if exists "shop_secret" cascade;`);
    this.addSql(`drop table if exists "store_setting" cascade;`);
    this.addSql(`drop table if exists "user_account" cascade;`);
    this.addSql(`drop table if exists "user_session" cascade;`);
    this.addSql(`drop table if exists "cart" cascade;`);
    this.addSql(`drop table if exists "checkout" cascade;`);
    this.addSql(`drop table if exists "stock_hold" cascade;`);
    this.addSql(`drop table if exists "payment" cascade;`);
    this.addSql(`drop table if exists "customer_order" cascade;`);
    this.addSql(`drop table if exists "order_line" cascade;`);
    this.addSql(`drop table if exists "order_event" cascade;`);
    this.addSql(`drop table if exists "failed_order" cascade;`);
    this.addSql(`drop table if exists "cart_line" cascade;`);
  }

}
