import { Migration } from '@mikro-orm/migrations';

/** An order goes out in parcels. Orders that went out before have none: `dispatched_at` says that nothing is left of them. */
export class Migration20261124060000 extends Migration {

  override name = 'Migration20261124060000';

  override up(): void | Promise<void> {
    this.addSql(`create table "parcel" ("id" serial primary key, "order_id" int not null, "carrier" varchar(100) not null, "tracking_number" varchar(100) not null, "gross_grams" int null, "packed_by" varchar(200) not null, "created_at" timestamptz not null default now());`);
    this.addSql(`alter table "parcel" add constraint "parcel_tracking_unique" unique ("order_id", "carrier", "tracking_number");`);

    this.addSql(`create table "parcel_line" ("parcel_id" int not null, "order_line_id" int not null, "quantity" int not null, primary key ("parcel_id", "order_line_id"));`);
    this.addSql(`create index "parcel_line_order_line_index" on "parcel_line" ("order_line_id");`);

    this.addSql(`alter table "order_line" add "dispatched_quantity" int not null default 0;`);
    this.addSql(`alter table "order_line" add constraint "order_line_dispatched_within_quantity" check (dispatched_quantity between 0 and quantity);`);

    this.addSql(`alter table "parcel" add constraint "parcel_order_id_foreign" foreign key ("order_id") references "customer_order" ("id");`);
    this.addSql(`alter table "parcel" add constraint "parcel_gross_grams_positive" check (gross_grams > 0);`);

    this.addSql(`alter table "parcel_line" add constraint "parcel_line_parcel_id_foreign" foreign key ("parcel_id") references "parcel" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "parcel_line" add constraint "parcel_line_order_line_id_foreign" foreign key ("order_line_id") references "order_line" ("id") on update no action on delete no action;`);
    this.addSql(`alter table "parcel_line" add constraint "parcel_line_quantity_positive" check (quantity > 0);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "parcel_line" drop constraint "parcel_line_parcel_id_foreign";`);

    this.addSql(`drop table if exists "parcel" cascade;`);
    this.addSql(`drop table if exists "parcel_line" cascade;`);

    this.addSql(`alter table "order_line" drop constraint "order_line_dispatched_within_quantity";`);
    this.addSql(`alter table "order_line" drop column "dispatched_quantity";`);
  }

}
