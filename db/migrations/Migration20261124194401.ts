import { Migration } from "@mikro-orm/migrations";

/**
 * The mails of a new order wait for a job that sends several, and its VAT number is counted by a function: whoever waits
 * for the counter inside the statement that writes the order would have all of that statement begun anew.
 */
export class Migration20261124194401 extends Migration {
  override name = "Migration20261124194401";

  override up(): void {
    this.addSql(`create table "waiting_email" ("email_id" int not null, primary key ("email_id"));`);
    this.addSql(`create function next_number(counted text) returns int language plpgsql as $$
      declare reached int;
      begin
        update counter set value = value + 1 where name = counted returning value into strict reached;
        return reached;
      end $$;`);
  }

  override down(): void {
    this.addSql(`select graphile_worker.add_job('send-email', json_build_object('emailIds', json_agg(email_id)))
      from waiting_email having count(*) > 0;`);
    this.addSql(`drop table "waiting_email";`);
    this.addSql("drop function next_number(text);");
  }
}
