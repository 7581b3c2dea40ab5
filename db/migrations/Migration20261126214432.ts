import { Migration } from '@mikro-orm/migrations';

export class Migration20261126214432 extends Migration {

  override name = 'Migration20261126214432';

  override up(): void | Promise<void> {
    this.addSql(`alter table "batch" add "grams_stated" int not null default 0;`);
    this.addSql(`update batch set grams_stated = stated.grams
      from (select line.batch_id, sum(line.grams) as grams
              from carbon_statement_line line join carbon_statement statement on statement.id = line.statement_id
             where statement.revoked_at is null group by line.batch_id) stated
      where stated.batch_id = batch.id;`);
    this.addSql(`alter table "batch" add constraint "batch_grams_stated_within_made" check (grams_stated between 0 and grams_made);`);

    this.addSql(`alter table "signing_key" add "private_key" varchar(400) not null default '';`);
    // A key of before has no private half that could sign: what it signed stays valid.
    this.addSql(`update signing_key set retired_at = now() where retired_at is null;`);
    this.addSql(`create unique index signing_key_active_unique on signing_key ((true)) where retired_at is null;`);
    this.addSql(`alter table "signing_key" add constraint "signing_key_private_until_retired" check (retired_at is null or private_key = '');`);

    this.addSql(`alter table "carbon_statement_line" add constraint "carbon_statement_line_grams_possible" check (grams_stored <= grams::bigint * 44 / 12);`);

    this.keepSums();
  }

  /**
   * What statements say of a batch is added up in their own transaction, and `batch_grams_stated_within_made` refuses
   * one that would be more than the batch. A revoked statement counts nothing.
   */
  private keepSums(): void {
    this.addSql(`create function add_up_carbon_statement_line() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update batch set grams_stated = grams_stated - old.grams
           where id = old.batch_id
             and exists (select from carbon_statement where id = old.statement_id and revoked_at is null);
        end if;
        if tg_op <> 'DELETE' then
          update batch set grams_stated = grams_stated + new.grams
           where id = new.batch_id
             and exists (select from carbon_statement where id = new.statement_id and revoked_at is null);
        end if;
        return null;
      end $$;`);
    this.addSql(`create trigger add_up_carbon_statement_line after insert or delete or update of batch_id, grams
      on carbon_statement_line for each row execute function add_up_carbon_statement_line();`);
    this.addSql(`create function add_up_revoked_carbon_statement() returns trigger language plpgsql as $$
      begin
        if (old.revoked_at is null) = (new.revoked_at is null) then
          return null;
        end if;
        -- Always in the order of their ids, so that two never wait for each other.
        perform from batch
          where id in (select batch_id from carbon_statement_line where statement_id = new.id)
          order by id for no key update;
        update batch set grams_stated = grams_stated + case when new.revoked_at is null then stated.grams else -stated.grams end
          from (select batch_id, sum(grams) as grams from carbon_statement_line
                 where statement_id = new.id group by batch_id) stated
         where batch.id = stated.batch_id;
        return null;
      end $$;`);
    this.addSql(`create trigger add_up_revoked_carbon_statement after update of revoked_at
      on carbon_statement for each row execute function add_up_revoked_carbon_statement();`);
  }

  override down(): void | Promise<void> {
    this.addSql("drop function if exists add_up_carbon_statement_line() cascade;");
    this.addSql("drop function if exists add_up_revoked_carbon_statement() cascade;");

    this.addSql(`alter table "batch" drop constraint "batch_grams_stated_within_made";`);
    this.addSql(`alter table "batch" drop column "grams_stated";`);

    this.addSql(`alter table "carbon_statement_line" drop constraint "carbon_statement_line_grams_possible";`);

    this.addSql(`drop index "signing_key_active_unique";`);
    this.addSql(`alter table "signing_key" drop constraint "signing_key_private_until_retired";`);
    this.addSql(`alter table "signing_key" drop column "private_key";`);
  }

}
