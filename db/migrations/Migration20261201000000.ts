import { Migration } from "@mikro-orm/migrations";

/** What came back is counted on each line of a withdrawal: before, all of it was back or nothing. */
export class Migration20261201000000 extends Migration {
  override name = "Migration20261201000000";

  override up(): void {
    this.addSql(
      `update withdrawal set lines = (
         select jsonb_agg(line || jsonb_build_object('back', case when goods_back_at is null then 0 else (line ->> 'sent')::int end) order by at)
           from jsonb_array_elements(lines) with ordinality as told (line, at))
        where jsonb_array_length(lines) > 0`,
    );
  }
}
