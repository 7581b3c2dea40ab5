import { Migration } from '@mikro-orm/migrations';

export class Migration20261121211316 extends Migration {

  override name = 'Migration20261121211316';

  override up(): void | Promise<void> {
    this.addSql(`create table "community_tally" ("name" varchar(50) not null, "value" bigint not null, primary key ("name"));`);

    this.addSql(`create table "customer_impact" ("email" varchar(254) not null, "orders" int not null, "spent" bigint not null, "last_order_id" int not null, "is_shown" boolean not null, primary key ("email"));`);
    this.addSql(`create index customer_impact_rank_index on customer_impact (spent desc, email) where is_shown;`);

    this.addSql(`create table "customer_impact_change" ("id" bigserial primary key, "email" varchar(254) not null);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "community_tally" cascade;`);
    this.addSql(`drop table if exists "customer_impact" cascade;`);
    this.addSql(`drop table if exists "customer_impact_change" cascade;`);
  }

}
