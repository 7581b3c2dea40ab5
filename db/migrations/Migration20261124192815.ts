import { Migration } from '@mikro-orm/migrations';

export class Migration20261124192815 extends Migration {

  override name = 'Migration20261124192815';

  override up(): void | Promise<void> {
    this.addSql(`alter table "use_statement" add "truck_arrival_kilograms" int null, add "truck_departure_kilograms" int null, add "application_rate" int null, add "production_batch_id" varchar(37) not null default '', add "storage_site_id" varchar(37) not null default '';`);
    this.addSql(`alter table "use_statement" add constraint "use_statement_weighed" check (application_rate > 0 and truck_departure_kilograms >= 0 and truck_arrival_kilograms > truck_departure_kilograms);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "use_statement" drop constraint "use_statement_weighed";`);
    this.addSql(`alter table "use_statement" drop column "truck_arrival_kilograms", drop column "truck_departure_kilograms", drop column "application_rate", drop column "production_batch_id", drop column "storage_site_id";`);
  }

}
